export { loadSettings, type Settings, settingsSchema } from './settings.js';
export { type RunningServer, type StartOptions, startServer } from './start.js';
