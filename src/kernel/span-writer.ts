/**
 * Writes bytes that are mostly those of another text, in its order: neighbours are collected and copied at once, what
 * is written between them included where the other text has the same.
 */
export class SpanWriter {
  private bytes = Buffer.allocUnsafe(1 << 16);
  private written = 0;
  private source: Buffer = this.bytes;
  /** The bytes of the source that are to be written next. */
  private from = 0;
  private to = 0;

  /** @param source what `copy` refers to; it is not changed before the next call */
  begin(source: Buffer): void {
    this.source = source;
    this.written = 0;
    this.from = this.to = 0;
  }

  /** Writes bytes of the source. */
  copy(from: number, to: number): void {
    if (from !== this.to || this.from === this.to) {
      this.flush();
      this.from = from;
    }
    this.to = to;
  }

  /** Writes one byte. */
  byte(unit: number): void {
    if (this.from < this.to && this.source[this.to] === unit) {
      this.to++;
      return;
    }
    this.flush();
    if (this.written === this.bytes.length) this.grow(1);
    this.bytes[this.written++] = unit;
  }

  text(text: string): void {
    if (this.from < this.to && this.isNext(text)) {
      this.to += text.length;
      return;
    }
    this.flush();
    const length = Buffer.byteLength(text);
    if (this.written + length > this.bytes.length) this.grow(length);
    this.bytes.write(text, this.written);
    this.written += length;
  }

  /** What was written, behind a text. */
  finish(head: string): Buffer {
    this.flush();
    const length = Buffer.byteLength(head);
    const all = Buffer.allocUnsafe(length + this.written);
    all.write(head);
    this.bytes.copy(all, length, 0, this.written);
    return all;
  }

  /** Whether a text is ASCII and stands in the source behind the bytes that are written next. */
  private isNext(text: string): boolean {
    const { source, to } = this;
    for (let i = 0; i < text.length; i++) if (source[to + i] !== text.charCodeAt(i)) return false;
    return to + text.length <= source.length;
  }

  private flush(): void {
    const { from, to, source } = this;
    const length = to - from;
    if (length === 0) return;
    if (this.written + length > this.bytes.length) this.grow(length);
    source.copy(this.bytes, this.written, from, to);
    this.written += length;
    this.from = this.to = 0;
  }

  private grow(by: number): void {
    const bytes = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.written + by));
    this.bytes.copy(bytes, 0, 0, this.written);
    this.bytes = bytes;
  }
}
