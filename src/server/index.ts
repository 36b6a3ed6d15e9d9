export { loadSettings, type Settings, settingsSchema } from './settings/daemon-settings.js';
export { type RunningServer, type StartOptions, startServer } from './start.js';
