/** Settings of the journal, the visitor store and learning, with their defaults. */
import { type Static, Type } from 'typebox';
import { DEFAULT_BOUNDS } from './learning/signal-bounds.js';

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
    mostVisitors: Type.Integer({
      minimum: 1000,
      maximum: 100_000_000,
      description:
        'Most visitors that are remembered, in all markets together; beyond that those who only looked and searched go first, and of these the ones who were here longest ago.',
    }),
    learnSeconds: Type.Integer({
      minimum: 1,
      maximum: 60,
      description: 'How often what was learned is brought to queries, where there is news.',
    }),
    ticketDays: Type.Integer({
      minimum: 1,
      maximum: 3650,
      description: 'Reactions to answers older than this are taken, but nothing is learned from them.',
    }),
    rangeSignals: Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description:
        'How often in a day what visitors from one range of addresses do with a product is learned from, each kind of reaction by itself, views four times as often, and what they choose for a phrase once; 0: as often as it comes.',
    }),
    addressHeader: Type.String({
      maxLength: 100,
      pattern: '^[a-z0-9-]*$',
      description:
        'The header, in lower case, in which the nearest proxy names the address of the client; the last address in it counts. Empty: that of the connection.',
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
  mostVisitors: 1_000_000,
  learnSeconds: 30,
  ticketDays: DEFAULT_BOUNDS.ticketDays,
  rangeSignals: DEFAULT_BOUNDS.rangeSignals,
  addressHeader: '',
  halfLifeDays: 14,
};
