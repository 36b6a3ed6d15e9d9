/** What a process that builds one snapshot after the other keeps, so that the next build takes less time. */
import { type Damage, SoundFiles } from '../snapshot/index.js';
import { MergedOverlays } from './merged-overlays.js';
import { SpareShards } from './shards/spare-shards.js';

export class KeptBetweenBuilds {
  readonly overlays: MergedOverlays;
  /** Threads that rehearsals have prepared for imports, with the calling one. */
  private readonly spare = new SpareShards();
  /** Those of a build of everything, until a rehearsal behind it has ended. */
  private readonly builders = new SpareShards();
  readonly sound: SoundFiles;

  /**
   * @param rehearses whether `endBuilders` is going to be called behind a build of everything
   * @param onDamage called with files of the announced snapshot that are damaged, when they have been put aside
   */
  constructor(
    dataDir: string,
    private readonly rehearses = false,
    onDamage?: (damages: Damage[]) => void,
  ) {
    this.overlays = new MergedOverlays(dataDir);
    this.sound = new SoundFiles(dataDir, onDamage);
  }

  /** The threads that build what an import has changed. */
  get forImport(): SpareShards {
    return this.builders.areThere ? this.builders : this.spare;
  }

  /** The threads that build what an import will change when those of a build of everything have ended. */
  get forRehearsal(): SpareShards {
    return this.spare;
  }

  /** For a build of everything: keeps its threads; undefined where no rehearsal would end them. */
  forBuild(): SpareShards | undefined {
    // It needs the memory of those before.
    this.builders.close();
    return this.rehearses ? this.builders : undefined;
  }

  /** To be called when a rehearsal has ended. */
  endBuilders(): void {
    this.builders.close();
  }

  /** Ends what runs; the next build would start it again. */
  close(): void {
    this.spare.close();
    this.builders.close();
  }
}
