export type { RunningServer } from './daemon/serve.js';
export { startServer } from './daemon/start.js';
export type { StartOptions } from './daemon/start-options.js';
export { loadSettings, type Settings, settingsSchema } from './settings/daemon-settings.js';
