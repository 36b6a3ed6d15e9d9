/** Markets that images are limited to before a line has them are found wanting in the end, in bounded memory. */
import t from 'tap';
import { ImportFindings } from '../../../src/imports/import-findings.js';
import { RecordCheck } from '../../../src/ingest/import/record-check.js';

function checked(): { check: RecordCheck; findings: ImportFindings } {
  const findings = new ImportFindings();
  return { check: new RecordCheck(findings), findings };
}

t.test('a market that no line has is a fault of each image, one that a later line has is none', async t => {
  const { check, findings } = checked();
  check.subject = 'products';
  for (let i = 0; i < 1000; i++) {
    check.key = `p${i}`;
    check.awaitMarkets(['later', 'never']);
  }
  t.equal(findings.count, 0);
  check.enterMarkets(['later']);
  check.finishMarkets();
  t.equal(findings.count, 1000);
  check.finishMarkets();
  t.equal(findings.count, 1000, 'each once');
});

t.test('more markets than a shop has are faults at once', async t => {
  const { check, findings } = checked();
  check.subject = 'products';
  for (let i = 0; i < 1005; i++) {
    check.key = `p${i}`;
    check.awaitMarkets([`market-${i}`]);
  }
  t.equal(findings.count, 5);
});
