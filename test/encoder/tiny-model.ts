/**
 * A folder of an encoder that is made by hand: each token has a vector of its own, and the model only looks them up. The
 * model is a protobuf of ONNX (onnx.proto, version 8 of its format), of which these few fields are needed.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FLOAT = 1;
const INT64 = 7;

function varint(number: number): Buffer {
  const bytes: number[] = [];
  for (let rest = number; ; rest = Math.floor(rest / 128)) {
    bytes.push(rest >= 128 ? (rest % 128) + 128 : rest);
    if (rest < 128) return Buffer.from(bytes);
  }
}

const number = (field: number, value: number) => Buffer.concat([varint(field * 8), varint(value)]);
const bytes = (field: number, value: string | Buffer) =>
  Buffer.concat([varint(field * 8 + 2), varint(Buffer.byteLength(value)), Buffer.from(value)]);
const message = (field: number, ...fields: Buffer[]) => bytes(field, Buffer.concat(fields));

/** An input or output, with a name for the size of each of its dimensions. */
function value(field: number, name: string, type: number, dimensions: string[]): Buffer {
  const shape = message(2, ...dimensions.map(dimension => message(1, bytes(2, dimension))));
  return message(field, bytes(1, name), message(2, message(1, number(1, type), shape)));
}

/** A model that gives each token its row of a table. */
export function tableModel(rows: readonly (readonly number[])[], inputs = ['input_ids', 'attention_mask']): Buffer {
  const numbers = Buffer.from(Float32Array.from(rows.flat()).buffer);
  const table = [number(1, rows.length), number(1, rows[0]!.length), number(2, FLOAT), bytes(8, 'table')];
  const gather = [bytes(1, 'table'), bytes(1, inputs[0]!), bytes(2, 'last_hidden_state'), bytes(4, 'Gather')];
  const graph = [
    message(1, ...gather),
    bytes(2, 'tokens'),
    message(5, ...table, bytes(9, numbers)),
    ...inputs.map(input => value(11, input, INT64, ['texts', 'tokens'])),
    value(12, 'last_hidden_state', FLOAT, ['texts', 'tokens', 'dimensions']),
  ];
  return Buffer.concat([number(1, 8), message(7, ...graph), message(8, bytes(1, ''), number(2, 17))]);
}

/** Tokens with their vectors; special tokens have zeroes. */
export type Words = Readonly<Record<string, readonly number[]>>;

/** Fills a folder with a model of some words, which may begin with `##`. @param form members of `encoder.json` */
export function fillEncoderFolder(folder: string, words: Words, form: object = {}): void {
  const dimensions = Object.values(words)[0]!.length;
  const zeroes = new Array<number>(dimensions).fill(0);
  const rows: Words = { '[PAD]': zeroes, '[UNK]': zeroes, '[CLS]': zeroes, '[SEP]': zeroes, ...words };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'model.onnx'), tableModel(Object.values(rows)));
  writeFileSync(join(folder, 'vocab.txt'), Object.keys(rows).join('\n'));
  writeFileSync(join(folder, 'encoder.json'), JSON.stringify({ dimensions, ...form }));
}
