/**
 * Reads the metrics of a daemon from the text that it exposes to Prometheus, as far as the daemon writes it: no timestamps,
 * and no escaped quotes within labels.
 */

interface Sample {
  labels: ReadonlyMap<string, string>;
  value: number;
}

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="([^"]*)"/g;

export class Exposition {
  private readonly samples = new Map<string, Sample[]>();

  constructor(text: string) {
    for (const line of text.split('\n')) {
      const [, name, labels = '', value] = LINE.exec(line) ?? [];
      if (name === undefined || line.startsWith('#')) continue;
      const pairs = [...labels.matchAll(LABEL)].map(([, label, text]) => [label!, text!] as const);
      const sample = { labels: new Map(pairs), value: Number(value) };
      const samples = this.samples.get(name);
      if (samples === undefined) this.samples.set(name, [sample]);
      else samples.push(sample);
    }
  }

  /** @returns undefined where the daemon has no such metric, or it has no value */
  value(name: string): number | undefined {
    return this.samples.get(name)?.[0]?.value;
  }

  /** Adds up a metric over the labels that fit; 0 where there are none. */
  sum(name: string, fits: (labels: ReadonlyMap<string, string>) => boolean = () => true): number {
    return this.of(name).reduce((sum, { labels, value }) => (fits(labels) ? sum + value : sum), 0);
  }

  of(name: string): readonly Sample[] {
    return this.samples.get(name) ?? [];
  }
}
