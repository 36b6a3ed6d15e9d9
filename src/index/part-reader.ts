/**
 * Parts in memory of which not all has been read. A section is read when its array is asked for; of a `PagedSection`,
 * only what is about to be used is. A part that is in memory as a whole has no reader, and none of this costs more than
 * a comparison.
 */
export type SectionData = Int8Array | Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

/** Reads a part into its memory. */
export interface PartReader {
  /** Whether all has been read: from then on it is not needed. */
  readonly isDone: boolean;
  /** Reads what is missing of the bytes from `from` to before `to`. @throws Problem snapshot_damaged */
  read(from: number, to: number): void;
}

export class PagedSection<Data extends SectionData> {
  constructor(
    /** Its values, which may not have been read. */
    readonly array: Data,
    private reader: PartReader | undefined,
  ) {}

  get length(): number {
    return this.array.length;
  }

  /** The array, read as a whole. */
  get whole(): Data {
    return this.range(0, this.array.length);
  }

  /** The array, of which the values from `from` to before `to` are read. */
  range(from: number, to: number): Data {
    if (this.reader !== undefined) this.read(this.reader, from, to);
    return this.array;
  }

  private read(reader: PartReader, from: number, to: number): void {
    const { byteOffset, BYTES_PER_ELEMENT: size } = this.array;
    if (reader.isDone) this.reader = undefined;
    else reader.read(byteOffset + from * size, byteOffset + to * size);
  }
}
