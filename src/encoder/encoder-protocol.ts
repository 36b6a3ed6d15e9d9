/** Messages between an encoder's thread and what it encodes texts for. */
import type { TextRole } from './encoder.js';

export interface EncoderProtocol {
  request: { kind: 'encode'; texts: readonly string[]; role: TextRole };
  /** A vector for each text, one behind the other. */
  replies: { encode: Float32Array };
  toThread: never;
  fromThread: never;
}

export interface EncoderThreadData {
  folder: string;
  /** What the folder's was when the daemon was started. */
  digest: string;
}
