/**
 * Turns texts into vectors by a model in ONNX format, through onnxruntime-web, which the operator installs beside the
 * daemon: its WebAssembly runs on every platform, and fetches nothing.
 */
import type { InferenceSession, Tensor } from 'onnxruntime-web';
import { Problem } from '../errors/problem.js';
import { type EncoderFolder, readEncoderFolder } from './encoder-folder.js';
import { WordPieces } from './word-pieces.js';

type Runtime = typeof import('onnxruntime-web');

/** Of a text: those of queries may have another prefix than those of products. */
export type TextRole = 'query' | 'product';

/** Texts, and tokens of them, that the model is given at once: memory would not do for more of very long ones. */
const BATCH = 16;
const BATCH_TOKENS = 8192;
/** As package.json has it. */
export const RUNTIME_VERSION = '1.30.0';
/** Of a text in a message. */
const SHOWN_CHARACTERS = 100;
/** What models may ask for, each a number for every token. */
const INPUTS: Readonly<Record<string, (token: number, isThere: boolean) => number>> = {
  input_ids: token => token,
  attention_mask: (_, isThere) => (isThere ? 1 : 0),
  token_type_ids: () => 0,
};
/** Outputs with a vector for each text, or for each token. */
const OF_TEXTS = 'sentence_embedding';
const OF_TOKENS = 'last_hidden_state';

export class Encoder {
  private readonly words: WordPieces;

  private constructor(
    private readonly folder: EncoderFolder,
    private readonly runtime: Runtime,
    private readonly session: InferenceSession,
  ) {
    this.words = new WordPieces(folder.words);
  }

  /**
   * @param digest the one that the folder is to have; default: any
   * @throws Problem setting_invalid where the folder, the model or the runtime is missing or wrong
   */
  static async open(dir: string, digest?: string): Promise<Encoder> {
    const folder = readEncoderFolder(dir);
    if (digest !== undefined && folder.digest !== digest) {
      throw wrong(`${dir}: has changed since the daemon was started, expected what it was until the next start`);
    }
    const runtime = await loadRuntime();
    const encoder = new Encoder(folder, runtime, await openSession(runtime, folder.model));
    await encoder.prove();
    return encoder;
  }

  get dimensions(): number {
    return this.folder.form.dimensions;
  }

  /**
   * A vector for each text, one behind the other.
   * @throws Error where the model gives none
   */
  async encode(texts: readonly string[], role: TextRole): Promise<Float32Array> {
    const { dimensions, queryPrefix, productPrefix, mostTokens } = this.folder.form;
    const prefix = role === 'query' ? queryPrefix : productPrefix;
    const vectors = new Float32Array(texts.length * dimensions);
    const all = texts.map((text, at) => ({ at, tokens: this.words.tokens(prefix + text, mostTokens) }));
    // Those of a length together: each of a batch costs as much as its longest.
    all.sort((a, b) => a.tokens.length - b.tokens.length);
    for (let first = 0; first < all.length; ) {
      const batch = all.slice(first, first + batchSize(all.slice(first, first + BATCH)));
      const found = await this.run(batch.map(({ tokens }) => tokens));
      for (const [i, { at }] of batch.entries()) {
        if (!found[i]!.every(Number.isFinite)) throw notFinite(JSON.stringify(texts[at]!.slice(0, SHOWN_CHARACTERS)));
        vectors.set(found[i]!, at * dimensions);
      }
      first += batch.length;
    }
    return vectors;
  }

  private async run(batch: readonly (readonly number[])[]): Promise<Float32Array[]> {
    const { runtime, session } = this;
    const length = batch.reduce((most, tokens) => Math.max(most, tokens.length), 0);
    const inputs: Record<string, Tensor> = {};
    for (const name of session.inputNames) {
      const numbers = batch.flatMap(tokens =>
        Array.from({ length }, (_, i) => BigInt(INPUTS[name]!(tokens[i] ?? 0, i < tokens.length))),
      );
      inputs[name] = new runtime.Tensor('int64', BigInt64Array.from(numbers), [batch.length, length]);
    }
    const output = outputOf(session);
    const outputs = await session.run(inputs, [output]);
    const { data, dims } = outputs[output]!;
    return this.pooled(data, dims, batch, length);
  }

  /** @throws Error where the output has another form than the folder says */
  private pooled(
    data: unknown,
    dims: readonly number[],
    batch: readonly (readonly number[])[],
    length: number,
  ): Float32Array[] {
    const { dimensions, pooling } = this.folder.form;
    const ofTokens = dims.length === 3;
    const [texts, last] = [dims[0], dims.at(-1)];
    const hasForm = ofTokens ? dims[1] === length : dims.length === 2;
    if (!(data instanceof Float32Array) || !hasForm || texts !== batch.length) {
      throw new Error(
        `the model gives [${dims.join()}], expected floats of [texts, dimensions] or of [texts, tokens, dimensions]`,
      );
    }
    if (last !== dimensions) throw new Error(`the model gives ${last} dimensions, encoder.json says ${dimensions}`);
    const row = ofTokens ? dims[1]! * dimensions : dimensions;
    return batch.map((tokens, text) => {
      const own = data.subarray(text * row, (text + 1) * row);
      return ofTokens && pooling === 'mean' ? meanOf(own, tokens.length, dimensions) : own.slice(0, dimensions);
    });
  }

  /** Encodes the longest text, of the token with the greatest number: a model that cannot is told of at the start. */
  private async prove(): Promise<void> {
    const { model, form } = this.folder;
    const unknown = this.session.inputNames.filter(name => !Object.hasOwn(INPUTS, name));
    if (unknown.length > 0) {
      throw wrong(`${model}: wants ${unknown.join(', ')}, expected inputs of ${Object.keys(INPUTS).join(', ')}`);
    }
    try {
      const longest = this.words.longestText(form.mostTokens);
      const [vector] = await this.run([longest]);
      if (!vector!.every(Number.isFinite)) throw notFinite(`${longest.length} tokens`);
    } catch (error) {
      throw wrong(`${model}: ${(error as Error).message}`);
    }
  }
}

/** @param next the texts that come next, by length */
function batchSize(next: readonly { tokens: readonly number[] }[]): number {
  const tooMany = next.findIndex(({ tokens }, i) => i > 0 && (i + 1) * tokens.length > BATCH_TOKENS);
  return tooMany < 0 ? next.length : tooMany;
}

function notFinite(what: string): Error {
  return new Error(`the model gives numbers that are not finite for ${what}`);
}

function meanOf(vectors: Float32Array, count: number, dimensions: number): Float32Array {
  const sum = new Float32Array(dimensions);
  for (let i = 0; i < count * dimensions; i++) sum[i % dimensions]! += vectors[i]!;
  return sum.map(number => number / count);
}

function outputOf({ outputNames }: InferenceSession): string {
  return [OF_TEXTS, OF_TOKENS].find(name => outputNames.includes(name)) ?? outputNames[0]!;
}

async function loadRuntime(): Promise<Runtime> {
  try {
    const runtime = await import('onnxruntime-web');
    // Threads of its own could take the cores of queries.
    runtime.env.wasm.numThreads = 1;
    return runtime;
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    throw wrong(`needs a package beside the daemon, of "npm install onnxruntime-web@${RUNTIME_VERSION}" (${reason})`);
  }
}

async function openSession(runtime: Runtime, model: string): Promise<InferenceSession> {
  try {
    return await runtime.InferenceSession.create(model, { executionProviders: ['wasm'] });
  } catch (error) {
    throw wrong(`${model}: ${(error as Error).message}`);
  }
}

function wrong(what: string): Problem {
  return new Problem('setting_invalid', `encoder.folder: ${what}`);
}
