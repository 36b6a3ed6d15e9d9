/**
 * Applies a catalog import inside the store's transaction: parses and applies every line in order, then checks the
 * result as a whole. It throws when there is any fault, which aborts the transaction.
 */
import fs from 'node:fs';
import type { ImportChange } from '../../build/input/import-change.js';
import type { CatalogStore } from '../../catalog/catalog-store.js';
import { exportConfiguration } from '../../catalog/site/configuration-export.js';
import { ImportFindings } from '../../imports/import-findings.js';
import type { ImportCounts, ImportMode } from '../../imports/protocol.js';
import { parseJson } from '../../kernel/json.js';
import { MarketLimits } from '../market-limits.js';
import { InstructionApplier } from './instruction-applier.js';
import { type Instruction, type InstructionName, parseInstruction } from './instructions.js';
import { parsedBlocks } from './parsed-blocks.js';
import { PlainEdits } from './plain-edits.js';
import { decodeLine, linesOf } from './read-lines.js';
import { RecordCheck } from './record-check.js';

export interface CatalogImport {
  store: CatalogStore;
  /** Plain JSON lines. */
  file: string;
  mode: ImportMode;
  /** Skips the protection against an import that takes away most of the catalog or of a market. */
  force: boolean;
  /** The only markets that it may change; absent: all. */
  markets?: readonly string[];
  /** Dimensions of the vectors that products may have, by space; default: no spaces. */
  embeddings?: Readonly<Record<string, number>>;
  /** Least file size, in bytes, at which lines are parsed in worker threads; default: that of `parsedBlocks`. */
  worthThreads?: number;
  progress(done: number, total: number): void;
}

export interface CatalogImportResult {
  change: ImportChange;
  counts: ImportCounts;
  warnings: string[];
}

/** The instructions that a full import may have. */
const FULL_INSTRUCTIONS: readonly InstructionName[] = ['replace'];

function applyLine(applier: InstructionApplier, check: RecordCheck, text: string, mode: ImportMode): void {
  const instruction = readInstruction(check, text, mode);
  if (instruction) applier.apply(instruction);
}

/** Parses one line; its faults are recorded with its number. */
function readInstruction(check: RecordCheck, text: string, mode: ImportMode): Instruction | undefined {
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (error) {
    // The message of JSON.parse quotes the text and has the position.
    check.findings.fault('line', '', `not valid JSON: ${(error as Error).message.slice(0, 200)}`);
    return undefined;
  }
  return mode === 'replace' ? parseInstruction(check, json, FULL_INSTRUCTIONS) : parseInstruction(check, json);
}

/**
 * To be run inside `store.transaction`.
 * @throws `market_refused` where it changes a market that it may not, `catalog_refused` with `errorDetails` when a line
 * has faults, `import_dangerous` when most of the catalog or of a market would be removed, `full_import_required` for an
 * update of a store that needs a full import
 */
export function applyCatalogImport({
  store,
  file,
  mode,
  force,
  markets,
  embeddings,
  worthThreads,
  progress,
}: CatalogImport): CatalogImportResult {
  const replacesAll = store.needsFullImport;
  if (replacesAll) {
    if (mode === 'update') store.requireReadable();
    store.clear();
  }
  const findings = new ImportFindings();
  const { svgImages } = exportConfiguration(store.documents);
  const known = new Set(store.views.markets().keys());
  const check = new RecordCheck(findings, known, store.configuredViews(), svgImages, embeddings);
  const applier = new InstructionApplier(store, check, mode === 'replace', markets && new MarketLimits(markets));
  // Plain edits do not look at the markets of what they change.
  const edits = mode === 'update' && !markets ? new PlainEdits(store) : undefined;
  const total = fs.statSync(file).size;
  let instructions = 0;
  for (const block of parsedBlocks(file, check, worthThreads)) {
    for (const line of linesOf(block)) {
      const group = block.group(line);
      const edit = group ? undefined : edits?.apply(line.bytes);
      const text = group || edit ? undefined : decodeLine(line);
      if (text === '') continue;
      findings.line = line.number;
      instructions++;
      if (group) applier.replacePrepared(group);
      else if (edit) applier.changes.addGroup(edit.group, edit.comparison);
      else applyLine(applier, check, text!, mode);
    }
    progress(block.bytesRead, total);
  }
  applier.finish();
  findings.throwIfAny();
  if (!force) applier.refuseDangerous();
  const { counts } = store;
  return {
    change: replacesAll ? { kind: 'full' } : applier.changes.summary(),
    counts: { instructions, ...counts, warnings: findings.warningCount },
    warnings: findings.warnings(),
  };
}
