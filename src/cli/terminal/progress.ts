/**
 * Progress of a long command on standard error: a bar per stage on a terminal, plain lines elsewhere (one when a stage
 * begins and one each further quarter), nothing where a script reads the output.
 */
import { Presets, SingleBar } from 'cli-progress';

export interface Progress {
  /** A new `stage` ends the one before. `total` 0 means that the size of the stage is not known. */
  show(stage: string, done: number, total: number): void;
  /** Ends the last stage, as completed or where it stood; must be called before anything else is printed. */
  end(completed: boolean): void;
}

/** The longest name of a stage, so that bars stand below each other. */
const STAGE_WIDTH = 10;

export type ProgressStyle = 'bar' | 'lines' | 'silent';

/** A bar where somebody watches, lines where output is kept. */
export function progressStyle(json: boolean): ProgressStyle {
  if (json) return 'silent';
  return process.stderr.isTTY ? 'bar' : 'lines';
}

export function createProgress(style: ProgressStyle, stream: NodeJS.WritableStream = process.stderr): Progress {
  if (style === 'bar') return new BarProgress(stream);
  if (style === 'lines') return new LineProgress(stream);
  return { show: () => undefined, end: () => undefined };
}

class LineProgress implements Progress {
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

class BarProgress implements Progress {
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
