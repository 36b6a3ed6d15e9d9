/**
 * Visitor behaviour: notifications, the journal that stores them durably, and the newest notifications for the listing.
 * The learner replays the journal from its own position on (`replay`).
 */

export * from './activities/notification.js';
export { withoutVisitor } from './activities/without-visitor.js';
export { type BehaviourSettings, BehaviourSettingsSchema, DEFAULT_BEHAVIOUR_SETTINGS } from './behaviour-settings.js';
export { Journal, type JournalOptions, overloaded } from './journal/journal.js';
export { type Recorded, type ReplayOptions, replay } from './journal/journal-replay.js';
export { KEPT_NOTIFICATIONS, LatestNotifications } from './journal/latest-notifications.js';
export { damagedSegments } from './journal/mend-segment.js';
export { KnownKeys } from './known-keys.js';
