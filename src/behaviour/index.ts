/**
 * What visitors do: the journal that keeps it durably, and the newest of it for the listing. Whoever learns from it
 * reads it again from a position on (`replay`).
 */

export { type BehaviourSettings, BehaviourSettingsSchema, DEFAULT_BEHAVIOUR_SETTINGS } from './behaviour-settings.js';
export { Journal, type JournalOptions, overloaded } from './journal.js';
export { KnownKeys } from './known-keys.js';
export { KEPT_NOTIFICATIONS, LatestNotifications } from './latest.js';
export * from './notification.js';
export { type Recorded, type ReplayOptions, replay } from './replay.js';
