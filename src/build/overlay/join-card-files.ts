/** Writes the joined card index of an overlay; its card files become one when there are many of them. */
import fs from 'node:fs';
import path from 'node:path';
import { CardFile, readRecord } from '../../index/card-file.js';
import { hotBytes } from '../../index/card-record.js';
import { CardFileWriter, CardIndex, patchCardIndex, type RecordRange } from '../../index/cards.js';
import { Part, type PartFile, type PartWriter } from '../../index/part.js';

/** Most card files of an overlay: each import adds one. */
const MOST_FILES = 8;

/** @param name part of the temporary file's name; unique among the views that are being written */
export function joinCardFiles(
  dir: string,
  joined: PartWriter,
  name: string,
): { index: PartFile; files: string[]; written: PartFile[] } {
  const cards = new CardIndex(new Part(joined.share()));
  const used = new Set(cards.file);
  if (used.size <= MOST_FILES) {
    // Files without a record in use are left out.
    const { part, files } = patchCardIndex(cards, '', new Map());
    const index = part.write(dir);
    return { index, files, written: [index] };
  }
  const writer = new CardFileWriter(dir, `overlay-${name}`);
  try {
    const file = copyRecords(dir, cards, writer);
    const { part, files } = patchCardIndex(cards, file.added.file, file.places);
    const index = part.write(dir);
    return { index, files, written: [file.added, index] };
  } catch (error) {
    writer.abort();
    throw error;
  }
}

function copyRecords(dir: string, cards: CardIndex, writer: CardFileWriter) {
  const files = cards.files.map(file => new CardFile(file, fs.openSync(path.join(dir, file), 'r')));
  try {
    const places = new Map<number, RecordRange>();
    for (let group = 0; group < cards.file.length; group++) {
      const record = readRecord(files[cards.file[group]], cards.place(group));
      places.set(group, writer.addRecord({ bytes: record, hot: hotBytes(record) }));
    }
    return { places, added: writer.finish() };
  } finally {
    for (const { fd } of files) fs.closeSync(fd);
  }
}
