/**
 * Whether the catalog store of a data folder is one of the fleet: made from what the fleet has accepted, and nothing else.
 * A store with a history of its own would go on from generations that others have made otherwise, and differ from theirs.
 * The first writer gives the fleet its id; an empty store takes it over. Where the id of the store is lost, its snapshot tells,
 * whose id is made from its content: as long as it is among those that the fleet keeps.
 */
import type { FleetDocuments } from '../../fleet/documents.js';
import { manifestName, type PartsStore } from '../../fleet/parts-store.js';
import { readPointer } from '../../snapshot/index.js';
import { keepStoreFleet, newId, storeFleet } from './kept-id.js';
import { generationOf } from './snapshot-exchange.js';

const NAME = 'fleet';

const FOREIGN =
  'the catalog of this data folder is not of this fleet: start with an empty folder, or under another cluster name';
const UNKNOWN =
  'of which fleet the catalog of this data folder is cannot be told: the file fleet-id and its copy are damaged, and it is ' +
  'none of the catalogs that this fleet keeps; start with an empty folder';
export const AHEAD =
  'the catalog of this data folder has imports that the fleet has lost: start with an empty folder, and send them again';

export class Lineage {
  /** The id of the fleet that the store is of. */
  private own: string | undefined;
  /** That of the fleet; undefined before its first writer. */
  private fleet: string | undefined;
  /** Whether the file of the id, or its copy, was damaged. */
  private wasDamaged = false;
  /** What is announced before a snapshot of the fleet takes its place. */
  private readonly announced: ReturnType<typeof readPointer>;

  private constructor(
    private readonly documents: FleetDocuments,
    private readonly parts: Pick<PartsStore, 'has'>,
    private readonly dataDir: string,
  ) {
    this.announced = readPointer(dataDir);
  }

  /** @param parts of the fleet */
  static async open(documents: FleetDocuments, parts: Pick<PartsStore, 'has'>, dataDir: string): Promise<Lineage> {
    const lineage = new Lineage(documents, parts, dataDir);
    lineage.own = await storeFleet(dataDir, () => {
      lineage.wasDamaged = true;
    });
    return lineage;
  }

  /** Whether the store is of a fleet whose servers have lost all that they had. */
  get isLost(): boolean {
    return this.own !== undefined && this.fleet === undefined;
  }

  /**
   * @param generation of the store; 0: it is empty
   * @returns why the daemon cannot be one of the fleet; undefined where it can
   */
  async refusal(generation: number): Promise<string | undefined> {
    this.fleet ??= (await this.documents.get<string>(NAME))?.value;
    if (this.fleet === undefined || this.own === this.fleet) return undefined;
    const isUnknown = this.wasDamaged && this.own === undefined;
    if (generation > 0 && !(isUnknown && (await this.isKept(generation)))) return isUnknown ? UNKNOWN : FOREIGN;
    await this.keep(this.fleet);
    return undefined;
  }

  /** Whether the fleet keeps the snapshot of the store, too. */
  private async isKept(generation: number): Promise<boolean> {
    const { announced } = this;
    if (!announced || generationOf(announced) !== generation) return false;
    return this.parts.has(manifestName(announced.snapshot));
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
