/** What the thread of these tests can be told. */
import type { LeaderPort } from '../../src/threads/watchdog-messages.js';

export const DEATHS = ['exception', 'rejection', 'exit', 'memory'] as const;
export type Death = (typeof DEATHS)[number];

export interface ObedientProtocol {
  request:
    | { kind: 'echo'; value: unknown }
    | { kind: 'move'; bytes: Uint8Array<ArrayBuffer> }
    | { kind: 'fail'; how: 'problem' | 'defect' | 'not to be copied' }
    | { kind: 'silence' }
    | { kind: 'busy' }
    | { kind: 'die'; how: Death }
    | { kind: 'nothing' };
  replies: { echo: unknown; move: Uint8Array<ArrayBuffer>; fail: unknown };
  toThread: { die: Death } | { repeat: number };
  fromThread: number;
}

export interface ObedientData {
  /** What it does before it takes requests. */
  start?: Death | 'refuse' | 'refuse with a problem';
  leader?: LeaderPort;
  /** Where it says, in milliseconds of the clock, when it last lived. */
  lived?: SharedArrayBuffer;
}
