/**
 * Our side: one query thread in a process of its own, which answers with complete responses. `node ours.js DATA_DIR
 * FOLDER` reads commands from standard input as Yardstick.java does: `totals COUNT`, `measure KIND SECONDS [MOST]` and
 * `once KIND`.
 */
import { createInterface } from 'node:readline';
import type { Pages } from '../../src/pages/pages.js';
import type { StorefrontRequest } from '../../src/pages/shared/requests.js';
import { openAnnounced } from '../harness/own-pages.js';
import { timedAnswers } from '../harness/timed-answers.js';
import { facetsOf, KIND_NAMES, type Kind, readRequests, requestWithoutText } from './requests.js';
import { pagesWith } from './shop.js';
import type { Measured, Totals } from './turn.js';

const [, , dataDir, folder] = process.argv;
/** Those of the last command. */
let open: { facets: readonly string[]; pages: Pages } | undefined;

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await reply(line)));
}
open?.pages.close();

async function reply(line: string): Promise<Totals | Measured> {
  const [command, first, second, third] = line.split(' ');
  if (command === 'totals') return totals(Number(first));
  const kind = KIND_NAMES.find(name => name === first);
  if (command === 'measure' && kind) {
    const pages = await pagesFor(kind);
    return measure(pages, readRequests(folder, kind), Number(second), Number(third ?? Infinity));
  }
  if (command === 'once' && kind) return measureOnce(kind);
  throw new Error(`found "${line}", expected totals COUNT, measure KIND SECONDS [MOST] or once KIND`);
}

/** What they know of texts stays while they are open. */
async function pagesFor(kind: Kind): Promise<Pages> {
  const facets = facetsOf(kind);
  if (open?.facets.length === facets.length) return open.pages;
  open?.pages.close();
  open = { facets, pages: pagesWith(facets, await openAnnounced(dataDir)) };
  return open.pages;
}

async function totals(count: number): Promise<Totals> {
  const pages = await pagesFor('page');
  const requests = readRequests(folder, 'page').slice(0, count);
  return { totals: requests.map(request => pages.answer(request, Date.now()).totalHits) };
}

/** Answers each text once, over a snapshot that nothing else has open: nothing is known of texts and words. */
async function measureOnce(kind: Kind): Promise<Measured> {
  open?.pages.close();
  open = undefined;
  const pages = await pagesFor(kind);
  const requests = readRequests(folder, kind, 'once');
  // What a view needs for any text is made when a daemon starts.
  pages.answer(requestWithoutText(folder, kind), Date.now());
  return measure(pages, requests, Infinity, requests.length);
}

/** Answers for some seconds, or so many requests at most. */
function measure(pages: Pages, requests: readonly StorefrontRequest[], seconds: number, most: number): Measured {
  return timedAnswers({ requests, seconds, most }, request => pages.answer(request, Date.now()).body.length);
}
