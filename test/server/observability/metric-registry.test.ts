/** Metrics as the text that Prometheus reads. */
import t from 'tap';
import { emptyHistogram, observe } from '../../../src/server/observability/histogram.js';
import { MetricRegistry, type Sample } from '../../../src/server/observability/metric-registry.js';

t.test('a metric without labels has the value that is read at the moment, and none where there is none', async t => {
  const registry = new MetricRegistry();
  let value: number | undefined = 1.5;
  registry.gauge('age_seconds', 'An age.', () => value);
  registry.counter('later_total', 'Read\\later.\nReally.', async () => 2);
  const head = '# HELP vitrine_age_seconds An age.\n# TYPE vitrine_age_seconds gauge\n';
  const later = `
# HELP vitrine_later_total Read\\\\later.\\nReally.
# TYPE vitrine_later_total counter
vitrine_later_total 2

`;
  t.equal(await registry.text(), `${head}vitrine_age_seconds 1.5\n${later}`);
  value = Number.POSITIVE_INFINITY;
  t.equal(await registry.text(), `${head}vitrine_age_seconds +Inf\n${later}`);
  value = undefined;
  t.equal(await registry.text(), `${head}${later}`);
});

t.test('a metric with labels has those that are read at the moment, and what they say is escaped', async t => {
  const registry = new MetricRegistry();
  let samples: Sample[] = [[1, 'a"b\\c\nd', 200]];
  registry.gauges('damage', 'Damage.', ['file', 'status'], () => samples);
  const lines = async () => (await registry.text()).split('\n').filter(line => line !== '' && !line.startsWith('#'));
  const damaged = 'vitrine_damage{file="a\\"b\\\\c\\nd",status="200"} 1';
  t.same(await lines(), [damaged]);
  samples = [...samples, [2, 'e', 404]];
  t.same(await lines(), [damaged, 'vitrine_damage{file="e",status="404"} 2']);
  samples = [];
  t.same(await lines(), []);
});

t.test('a histogram has what is at most each bound, and all', async t => {
  const registry = new MetricRegistry();
  const bounds = [0.5, 1];
  const counts = emptyHistogram(bounds);
  for (const value of [0.25, 0.5, 0.75, 4]) observe(counts, bounds, value);
  registry.histograms('seconds', 'Time.', { labels: ['route'], bounds }, () => [[counts, 'x']]);
  t.equal(
    await registry.text(),
    `# HELP vitrine_seconds Time.
# TYPE vitrine_seconds histogram
vitrine_seconds_bucket{le="0.5",route="x"} 2
vitrine_seconds_bucket{le="1",route="x"} 3
vitrine_seconds_bucket{le="+Inf",route="x"} 4
vitrine_seconds_sum{route="x"} 5.5
vitrine_seconds_count{route="x"} 4

`,
  );
});

t.test('a name is registered once', async t => {
  const registry = new MetricRegistry();
  registry.gauge('ready', 'Ready.', () => 1);
  t.throws(() => registry.counter('ready', 'Ready.', () => 1), { message: /vitrine_ready is registered twice/ });
});
