/** Settings of the journal, the visitor store and learning, with their defaults. */
import { type Static, Type } from 'typebox';

export const BehaviourSettingsSchema = Type.Object(
  {
    journalMb: Type.Integer({
      minimum: 1,
      maximum: 1_048_576,
      description: 'Disk space for notifications; the oldest are dropped when they take more.',
    }),
    journalDays: Type.Integer({
      minimum: 1,
      maximum: 3650,
      description: 'Notifications older than this are dropped.',
    }),
    segmentMb: Type.Integer({
      minimum: 1,
      maximum: 256,
      description: 'Size at which the file of notifications is followed by the next; files are dropped whole.',
    }),
    queue: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'Notifications that may wait for the disk; one more is answered 503.',
    }),
    visitorDays: Type.Integer({
      minimum: 1,
      maximum: 3650,
      description: 'Days after which what is remembered of a visitor (searches, views, favourites, cart) fades.',
    }),
    learnSeconds: Type.Integer({
      minimum: 1,
      maximum: 60,
      description: 'How often what was learned is brought to queries, where there is news.',
    }),
    halfLifeDays: Type.Number({
      minimum: 0.1,
      maximum: 3650,
      description: 'Days after which what visitors did counts half.',
    }),
  },
  { additionalProperties: false, description: 'What is kept of visitors and notifications, and learned from them.' },
);

export type BehaviourSettings = Static<typeof BehaviourSettingsSchema>;

export const DEFAULT_BEHAVIOUR_SETTINGS: BehaviourSettings = {
  journalMb: 1024,
  journalDays: 90,
  segmentMb: 16,
  queue: 10_000,
  visitorDays: 90,
  learnSeconds: 30,
  halfLifeDays: 14,
};
