/** What the settings and the folder of an encoder say together. */
import { resolve } from 'node:path';
import { type EncoderForm, readEncoderFolder } from '../../encoder/encoder-folder.js';
import { Problem } from '../../errors/problem.js';
import type { IndexSettings } from '../../index/index-settings.js';
import type { Settings } from './daemon-settings.js';

const MOST_SPACES = 4;

/** The settings of an encoder, and what its folder says of its vectors. */
export interface EncoderOptions extends Readonly<Settings['encoder']>, Pick<EncoderForm, 'leastSimilarity'> {
  digest: string;
}

export interface EncoderInForce {
  /** Undefined: there is none. */
  encoder: EncoderOptions | undefined;
  /** The settings of snapshots, with the space of the encoder. */
  index: IndexSettings;
}

/** @throws Problem setting_invalid where the folder is wrong, or the space has other dimensions in `index.embeddings` */
export function encoderOf({ encoder, index }: Pick<Settings, 'encoder' | 'index'>): EncoderInForce {
  if (encoder.folder === '') return { encoder: undefined, index };
  const { space } = encoder;
  const { form, digest } = readEncoderFolder(encoder.folder);
  const { dimensions, leastSimilarity } = form;
  const named = Object.hasOwn(index.embeddings, space) ? index.embeddings[space] : undefined;
  if (named !== undefined && named !== dimensions) {
    throw wrong(`index.embeddings.${space}: found ${named}, expected ${dimensions}, as encoder.json says`);
  }
  const embeddings = { ...index.embeddings, [space]: dimensions };
  const spaces = Object.keys(embeddings).length;
  if (spaces > MOST_SPACES) {
    throw wrong(`index.embeddings: found ${spaces} spaces with that of the encoder, expected at most ${MOST_SPACES}`);
  }
  const folder = resolve(encoder.folder);
  return {
    encoder: { ...encoder, folder, digest, leastSimilarity },
    index: { ...index, embeddings, encoder: { folder, space, digest } },
  };
}

function wrong(message: string): Problem {
  return new Problem('setting_invalid', message);
}
