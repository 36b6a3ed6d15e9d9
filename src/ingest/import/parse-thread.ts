/**
 * Worker thread of `parsedBlocks`: parses lines that replace product groups, each independently of the others. A line
 * that depends on earlier lines, has a fault or gives a warning is left to the applying thread, which parses lines in
 * order.
 */
import { isUtf8 } from 'node:buffer';
import { workerData } from 'node:worker_threads';
import { ConfiguredViews } from '../../catalog/configured-views.js';
import { type PreparedGroup, prepareGroup } from '../../catalog/prepared-group.js';
import { ImportFindings } from '../../imports/import-findings.js';
import { parseJson } from '../../kernel/json.js';
import { keepCompiledCode } from '../../threads/compiled-code.js';
import { RequestServer, Transferred } from '../../threads/request-server.js';
import { leaderChannel } from '../../threads/watchdog-messages.js';
import { parseInstruction } from './instructions.js';
import type { ParsedGroup, ParsedLines, ParseProtocol, ParseThreadData } from './parse-protocol.js';
import { PlainGroups } from './plain-groups.js';
import { parseProductGroup } from './product-record.js';
import { decodeLine, linesOf } from './read-lines.js';
import { RecordCheck } from './record-check.js';

const { configured, leader, svgImages, embeddings } = workerData as ParseThreadData;
const markets = Object.fromEntries(configured.map(([market, locales]) => [market, { locales }]));
const views = ConfiguredViews.from({ markets });
const plainGroups = new PlainGroups(views);

new RequestServer<ParseProtocol>(leaderChannel(leader)).serve({
  parse: ({ bytes, first }) => {
    const parsed = parseLines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), first);
    keepCompiledCode('start');
    return new Transferred(parsed, [parsed.bytes]);
  },
});

function parseLines(block: Buffer, first: number): ParsedLines {
  const groups: (ParsedGroup | undefined)[] = [];
  const records: Buffer[] = [];
  const names = new Map<string, number>();
  let to = 0;
  const readable = isUtf8(block);
  for (const line of linesOf({ bytes: block, first }, Number.POSITIVE_INFINITY)) {
    const group = (readable ? plainGroups.read(line.bytes) : undefined) ?? parseLine(line);
    if (!group) {
      groups.push(undefined);
      continue;
    }
    const from = to;
    to += group.bytes.length;
    records.push(group.bytes);
    const joined = JSON.stringify([...group.names]);
    let index = names.get(joined);
    if (index === undefined) names.set(joined, (index = names.size));
    groups.push({ key: group.key, from, to, keys: group.keys as string[][], names: index });
  }
  const bytes = new ArrayBuffer(to);
  const into = Buffer.from(bytes);
  let at = 0;
  for (const record of records) at += record.copy(into, at);
  return { groups, names: Array.from(names.keys(), joined => JSON.parse(joined) as string[]), bytes };
}

/** @returns undefined for a line that the applying thread has to parse itself */
function parseLine(line: { number: number; bytes: Buffer }): PreparedGroup | undefined {
  const findings = new ImportFindings();
  const check = new RecordCheck(findings, new Set(views?.markets().keys()), views, svgImages, embeddings);
  try {
    const instruction = parseInstruction(check, parseJson(decodeLine(line)), ['replace']);
    if (instruction?.name !== 'replace' || instruction.kind !== 'productGroup') return undefined;
    const group = parseProductGroup(check, instruction.key, instruction.record);
    const clean = findings.count === 0 && findings.warningCount === 0 && !check.hungOnMarkets;
    return group && clean ? prepareGroup(instruction.key, group) : undefined;
  } catch {
    // The applying thread parses the line again and records the fault.
    return undefined;
  }
}
