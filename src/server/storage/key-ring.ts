/** The daemon's view of the API keys; changes by the command line apply from the next request on. */
import { timingSafeEqual } from 'node:crypto';
import { statSync } from 'node:fs';
import { type Access, includesScope } from '../../api/access.js';
import { Problem } from '../../errors/problem.js';
import { Actor } from './actor.js';
import { digest, type KeyLimits, keyFile, storedKeys } from './api-keys.js';

interface HeldKey {
  hash: Buffer;
  limits: Omit<KeyLimits, 'expiresAt'>;
  /** In milliseconds since 1970; infinite for a key that never expires. */
  expiresMs: number;
  actor: Actor;
}

export class KeyRing {
  private stored: HeldKey[] = [];
  private stamp: string | undefined;
  /** Whether neither the file nor its copy can be read. */
  private damaged = false;
  private refreshing: Promise<void> | undefined;
  private bootstrap: Buffer | undefined;
  private readonly ofSettings = Actor.ofSettings();

  /**
   * @param bootstrapKey a key with all scopes that is not stored
   * @param warn called where the stored keys are damaged
   */
  constructor(
    private readonly dataDir: string,
    bootstrapKey: string | undefined,
    private readonly warn: (facts: object, message: string) => void = () => undefined,
  ) {
    this.bootstrap = bootstrapKey ? digest(bootstrapKey) : undefined;
  }

  /** Reads the stored keys again, and takes another key of the settings; the former stays where that fails. */
  async reload(bootstrapKey: string | undefined): Promise<void> {
    this.stamp = undefined;
    await this.refreshed();
    this.bootstrap = bootstrapKey ? digest(bootstrapKey) : undefined;
  }

  /**
   * @param key the value of the Api-Key header, empty when absent
   * @returns who has the key; where the access is one of a market, the caller has to check that
   * @throws Problem FORBIDDEN: `api_key_refused`, which does not say what was wrong, and for a key that is known what it
   * lacks; `storage_unavailable` where the stored keys are damaged
   */
  async authorise(key: string, access: Access): Promise<Actor> {
    await this.refreshed();
    const given = digest(key);
    // Compares every stored key, and each as a whole, so that the time taken reveals nothing.
    let found: HeldKey | undefined;
    for (const held of this.stored) if (timingSafeEqual(given, held.hash)) found = held;
    if (this.bootstrap !== undefined && timingSafeEqual(given, this.bootstrap)) return this.ofSettings;
    if (found) return check(found, access);
    if (this.damaged) {
      throw new Problem('storage_unavailable', 'the stored API keys are damaged; the log of the daemon tells more');
    }
    throw new Problem('api_key_refused', 'Api-Key: missing or wrong');
  }

  /** Requests that arrive together share one reading of the file. */
  private refreshed(): Promise<void> {
    this.refreshing ??= this.refresh().finally(() => {
      this.refreshing = undefined;
    });
    return this.refreshing;
  }

  private async refresh(): Promise<void> {
    // Without waiting, which takes microseconds: for a thread of Node's pool a request would wait behind all others' work.
    const stamp = stampOf(keyFile(this.dataDir));
    if (stamp === this.stamp) return;
    const { value, fault } = await storedKeys(this.dataDir);
    if (fault !== undefined) this.warn({ fault }, 'the stored API keys are damaged');
    this.damaged = value === undefined && fault !== undefined;
    // Where a file was written again, the next request reads it once more.
    this.stamp = stamp;
    // The keys of before the damage go on opening.
    if (this.damaged) return;
    this.stored = (value ?? [])
      .filter(key => key.revokedAt === undefined)
      .map(({ id, hash, expiresAt, ...limits }) => ({
        hash: Buffer.from(hash, 'hex'),
        limits,
        expiresMs: expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
        actor: new Actor(id, limits.name ?? limits.label, limits.markets),
      }));
  }
}

/** @throws Problem FORBIDDEN that tells what the key lacks */
function check({ limits, expiresMs, actor }: HeldKey, { scopes, writes, ofMarket }: Access): Actor {
  const name = `Api-Key: the key ${actor.key}`;
  // One whose time cannot be read counts as expired.
  if (!(Date.now() < expiresMs)) throw new Problem('api_key_expired', `${name} has expired`);
  if (!scopes.some(needed => limits.scopes.some(held => includesScope(held, needed)))) {
    const lacks = `${name} has the scope ${limits.scopes.join(', ')}`;
    throw new Problem('scope_missing', `${lacks}, and this request needs ${scopes.join(' or ')}`);
  }
  if (writes && limits.readOnly) {
    throw new Problem('key_read_only', `${name} is read-only, and this request changes what is stored`);
  }
  if (!ofMarket) actor.requireAllMarkets();
  return actor;
}

/** Changes whenever the file is rewritten; empty when there is none. */
function stampOf(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.ino}.${found.mtimeNs}.${found.size}` : '';
}
