/**
 * Writes the demo shop: `data/demo.catalog.jsonl.gz`, about 2,000 invented products of fashion, home and outdoor in
 * import form, with content and translations, and `data/demo.site.json`, its pages and navigation. The same source
 * gives the same bytes: no clock, no system randomness, and a gzip header without time or system. Run it after changing
 * anything in `scripts/demo`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { contents } from './demo/content.mjs';
import { productGroups } from './demo/products.mjs';
import { site } from './demo/site.mjs';
import { translations } from './demo/translations.mjs';

/** Byte of the gzip header that names the operating system; 255 is "unknown". */
const SYSTEM_BYTE = 9;

const groups = productGroups();
const instructions = [...groups, ...contents(), ...translations()];
const text = `${instructions.map(instruction => JSON.stringify(instruction)).join('\n')}\n`;
const packed = gzipSync(text, { level: 9 });
packed[SYSTEM_BYTE] = 255;

const target = fileURLToPath(new URL('../data/demo.catalog.jsonl.gz', import.meta.url));
mkdirSync(fileURLToPath(new URL('.', new URL('../data/demo.catalog.jsonl.gz', import.meta.url))), { recursive: true });
writeFileSync(target, packed);

const siteTarget = fileURLToPath(new URL('../data/demo.site.json', import.meta.url));
writeFileSync(siteTarget, `${JSON.stringify(site())}\n`);

const products = groups.reduce((sum, { replace }) => sum + Object.keys(replace.productGroup.products).length, 0);
console.log(
  `${products} products in ${groups.length} groups, ${instructions.length} lines, ${Math.round(packed.length / 1024)} KiB: ${target}`,
);
