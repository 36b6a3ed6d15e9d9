/**
 * The folder of an encoder, which the operator fills: `model.onnx`, `encoder.json`, and the vocabulary, as `vocab.txt` or
 * in `tokenizer.json`. Whatever is wrong with it stops the start, with the file and what was expected in it.
 */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Problem } from '../errors/problem.js';
import { SPECIAL, type WordPieceRules } from './word-pieces.js';

const MODEL = 'model.onnx';
const FORM = 'encoder.json';
const VOCABULARY = 'vocab.txt';
const TOKENIZER = 'tokenizer.json';
const MIB = 1 << 20;
/** Of a model: more would not fit into the memory of WebAssembly. */
const MOST_MODEL_BYTES = 2048 * MIB;
const MOST_TEXT_BYTES = 64 * MIB;

const FormSchema = Type.Object(
  {
    dimensions: Type.Integer({ minimum: 2, maximum: 2048 }),
    pooling: Type.Optional(Type.Union([Type.Literal('mean'), Type.Literal('cls')])),
    lowercase: Type.Optional(Type.Boolean()),
    mostTokens: Type.Optional(Type.Integer({ minimum: 3, maximum: 8192 })),
    queryPrefix: Type.Optional(Type.String({ maxLength: 1000 })),
    productPrefix: Type.Optional(Type.String({ maxLength: 1000 })),
    leastSimilarity: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  },
  { additionalProperties: false },
);

/** What `encoder.json` says, with defaults. */
export type EncoderForm = Required<Static<typeof FormSchema>>;

const DEFAULT_FORM = {
  pooling: 'mean',
  lowercase: true,
  mostTokens: 128,
  queryPrefix: '',
  productPrefix: '',
  leastSimilarity: 0.5,
} as const;

export interface EncoderFolder {
  /** As an absolute path. */
  model: string;
  form: EncoderForm;
  words: WordPieceRules;
  /** Of all that decides which vectors texts get. */
  digest: string;
}

/** @throws Problem setting_invalid with the file that is missing or wrong */
export function readEncoderFolder(folder: string): EncoderFolder {
  const dir = resolve(folder);
  if (!existsSync(dir)) throw wrong(dir, 'does not exist');
  const model = join(dir, MODEL);
  if (!existsSync(model)) throw wrong(model, 'does not exist, expected the model in ONNX format');
  requireFile(model, MOST_MODEL_BYTES);
  const hash = createHash('sha256');
  const form = readForm(join(dir, FORM), hash);
  const words = readWords(dir, form.lowercase, hash);
  reading(model, () => hashFile(model, hash));
  return { model, form, words, digest: hash.digest('hex') };
}

type Hash = ReturnType<typeof createHash>;

function readForm(file: string, hash: Hash): EncoderForm {
  const given = readJson(file, hash);
  const [fault] = Value.Errors(FormSchema, given);
  if (fault) {
    const { instancePath, message } = fault as { instancePath: string; message: string };
    const known = Object.keys(FormSchema.properties).join(', ');
    throw wrong(file, `${instancePath || '/'}: ${message}; it may have ${known}, and dimensions is required`);
  }
  return { ...DEFAULT_FORM, ...(given as Static<typeof FormSchema>) };
}

function readWords(dir: string, lowercase: boolean, hash: Hash): WordPieceRules {
  const list = join(dir, VOCABULARY);
  const tokenizer = join(dir, TOKENIZER);
  if (existsSync(list)) {
    const tokens = readText(list, hash).trimEnd().split(/\r?\n/);
    const vocabulary = new Map(tokens.map((token, number) => [token, number]));
    return { vocabulary: requireSpecial(list, vocabulary), lowercase, stripAccents: lowercase };
  }
  if (!existsSync(tokenizer)) throw wrong(list, `does not exist, and neither does ${TOKENIZER}`);
  return wordsOf(tokenizer, readJson(tokenizer, hash));
}

interface Tokenizer {
  model?: { type?: string; vocab?: Record<string, unknown>; continuing_subword_prefix?: string };
  normalizer?: { type?: string; lowercase?: boolean; strip_accents?: boolean | null } | null;
}

/** Of a tokenizer as those of sentence encoders are published. */
function wordsOf(file: string, json: unknown): WordPieceRules {
  const { model, normalizer } = (json ?? {}) as Tokenizer;
  // Tokenizers of former versions leave the type out.
  const type = model?.type ?? (model?.continuing_subword_prefix === '##' ? 'WordPiece' : undefined);
  if (type !== 'WordPiece') throw wrong(file, `model.type: found ${JSON.stringify(type)}, expected "WordPiece"`);
  if (normalizer && normalizer.type !== 'BertNormalizer') {
    throw wrong(file, `normalizer.type: found ${JSON.stringify(normalizer.type)}, expected "BertNormalizer"`);
  }
  const entries = Object.entries(model?.vocab ?? {});
  const odd = entries.find(([, number]) => !Number.isInteger(number) || (number as number) < 0);
  if (odd) throw wrong(file, `model.vocab: found ${JSON.stringify(odd[1])} for ${JSON.stringify(odd[0])}`);
  const lowercase = normalizer?.lowercase ?? false;
  return {
    vocabulary: requireSpecial(file, new Map(entries as [string, number][])),
    lowercase,
    stripAccents: normalizer?.strip_accents ?? lowercase,
  };
}

function requireSpecial(file: string, vocabulary: Map<string, number>): Map<string, number> {
  const missing = Object.values(SPECIAL).filter(token => !vocabulary.has(token));
  if (missing.length > 0) throw wrong(file, `the vocabulary lacks ${missing.join(', ')}`);
  return vocabulary;
}

function readJson(file: string, hash: Hash): unknown {
  const text = readText(file, hash);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw wrong(file, `not JSON (${(error as Error).message})`);
  }
}

function readText(file: string, hash: Hash): string {
  requireFile(file, MOST_TEXT_BYTES);
  const bytes = reading(file, () => readFileSync(file));
  hash.update(`${bytes.length} `).update(bytes);
  return bytes.toString();
}

function requireFile(file: string, mostBytes: number): void {
  const stats = reading(file, () => statSync(file));
  if (!stats.isFile()) throw wrong(file, 'is not a file');
  if (stats.size === 0 || stats.size > mostBytes) throw wrong(file, `${stats.size} bytes, expected 1 to ${mostBytes}`);
}

function reading<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw wrong(file, `cannot be read (${(error as Error).message})`);
  }
}

/** Models are too long to be read as a whole only for this. */
function hashFile(file: string, hash: Hash): void {
  const piece = Buffer.allocUnsafe(MIB);
  const fd = openSync(file, 'r');
  try {
    for (let read = readSync(fd, piece); read > 0; read = readSync(fd, piece)) hash.update(piece.subarray(0, read));
  } finally {
    closeSync(fd);
  }
}

function wrong(file: string, what: string): Problem {
  return new Problem('setting_invalid', `encoder.folder: ${file}: ${what}`);
}
