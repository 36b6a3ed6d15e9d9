/**
 * Progress of a long command on standard error: on a terminal a bar for each stage, otherwise plain lines (at the
 * beginning of a stage and for each further quarter), and nothing with --json.
 */
import { Presets, SingleBar } from 'cli-progress';

export interface TerminalProgress {
  /** A new `stage` ends the one before. `total` is 0 where the size of the stage is unknown. */
  show(stage: string, done: number, total: number): void;
  /** Ends the last stage; must be called before anything else is printed. */
  end(completed: boolean): void;
}

/** Width of the names of stages, which aligns the bars. */
const STAGE_WIDTH = 10;

export type ProgressStyle = 'bar' | 'lines' | 'silent';

/** Bars on a terminal, lines elsewhere. */
export function progressStyle(json: boolean): ProgressStyle {
  if (json) return 'silent';
  return process.stderr.isTTY ? 'bar' : 'lines';
}

export function createProgress(style: ProgressStyle, stream: NodeJS.WritableStream = process.stderr): TerminalProgress {
  if (style === 'bar') return new BarProgress(stream);
  if (style === 'lines') return new LineProgress(stream);
  return { show: () => undefined, end: () => undefined };
}

class LineProgress implements TerminalProgress {
  private stage = '';
  private quarter = 0;
  private readonly stream: NodeJS.WritableStream;

  constructor(stream: NodeJS.WritableStream) {
    this.stream = stream;
  }

  show(stage: string, done: number, total: number): void {
    if (stage !== this.stage) {
      this.stage = stage;
      this.quarter = 0;
      this.stream.write(`${stage}\n`);
    }
    const quarter = total > 0 ? Math.floor((4 * done) / total) : 0;
    if (quarter <= this.quarter) return;
    this.quarter = quarter;
    this.stream.write(`${stage} ${quarter * 25} %\n`);
  }

  end(): void {
    this.stage = '';
  }
}

class BarProgress implements TerminalProgress {
  private stage = '';
  private bar: SingleBar | undefined;
  private readonly stream: NodeJS.WritableStream;

  constructor(stream: NodeJS.WritableStream) {
    this.stream = stream;
  }

  show(stage: string, done: number, total: number): void {
    if (stage !== this.stage || !this.bar) {
      this.end(true);
      this.stage = stage;
      this.bar = new SingleBar(
        { stream: this.stream, hideCursor: true, barsize: 30, format: '{stage} {bar} {percentage} %' },
        Presets.shades_classic,
      );
      this.bar.start(total, done, { stage: stage.padEnd(STAGE_WIDTH) });
    }
    this.bar.setTotal(total);
    this.bar.update(done);
  }

  end(completed: boolean): void {
    if (!this.bar) return;
    if (completed) this.bar.update(this.bar.getTotal());
    this.bar.stop();
    this.bar = undefined;
    this.stage = '';
  }
}
