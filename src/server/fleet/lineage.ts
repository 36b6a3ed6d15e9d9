/**
 * Whether the catalog store of a data folder is one of the fleet: made from what the fleet has accepted, and nothing else.
 * A store with a history of its own would go on from generations that others have made otherwise, and differ from theirs.
 * The first writer gives the fleet its id; an empty store takes it over.
 */
import type { FleetDocuments } from '../../fleet/documents.js';
import { keepStoreFleet, newId, storeFleet } from './kept-id.js';

const NAME = 'fleet';

export const FOREIGN =
  'the catalog of this data folder is not of this fleet: start with an empty folder, or under another cluster name';
export const AHEAD =
  'the catalog of this data folder has imports that the fleet has lost: start with an empty folder, and send them again';

export class Lineage {
  /** The id of the fleet that the store is of. */
  private own: string | undefined;
  /** That of the fleet; undefined before its first writer. */
  private fleet: string | undefined;

  private constructor(
    private readonly documents: FleetDocuments,
    private readonly dataDir: string,
  ) {}

  static async open(documents: FleetDocuments, dataDir: string): Promise<Lineage> {
    const lineage = new Lineage(documents, dataDir);
    // A damaged id is none: the fleet's own would be refused otherwise, and a foreign one taken.
    lineage.own = await storeFleet(dataDir, () => undefined);
    return lineage;
  }

  /** Whether the store is of a fleet whose servers have lost all that they had. */
  get isLost(): boolean {
    return this.own !== undefined && this.fleet === undefined;
  }

  /** @param generation of the store; 0: it is empty */
  async admits(generation: number): Promise<boolean> {
    this.fleet ??= (await this.documents.get<string>(NAME))?.value;
    if (this.fleet === undefined || this.own === this.fleet) return true;
    if (generation > 0) return false;
    await this.keep(this.fleet);
    return true;
  }

  /** To be called by the writer, before it takes imports: the first one gives the fleet its id. */
  async found(): Promise<void> {
    const made = this.own ?? newId();
    const found = await this.documents.change<string>(NAME, id => (id === undefined ? made : undefined));
    this.fleet = found!.value;
    if (this.own === undefined && this.fleet === made) await this.keep(made);
  }

  private async keep(id: string): Promise<void> {
    await keepStoreFleet(this.dataDir, id);
    this.own = id;
  }
}
