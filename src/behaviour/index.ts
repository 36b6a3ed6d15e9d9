/**
 * What visitors do: the journal that keeps it durably, and the newest of it for the listing. Whoever learns from it
 * reads it again from a position on (`replay`).
 */

export * from './activities/notification.js';
export { type BehaviourSettings, BehaviourSettingsSchema, DEFAULT_BEHAVIOUR_SETTINGS } from './behaviour-settings.js';
export { Journal, type JournalOptions, overloaded } from './journal/journal.js';
export { KEPT_NOTIFICATIONS, LatestNotifications } from './journal/latest-notifications.js';
export { type Recorded, type ReplayOptions, replay } from './journal/replay.js';
export { KnownKeys } from './known-keys.js';
