/**
 * Who is visiting, as far as the visitor lets the shop know. Without consent nothing is stored or read and no key is
 * sent: the daemon answers all such visitors alike. With it, a random key of the customer stays in the browser and one of the
 * visit in its window. Withdrawing forgets both; a visitor who consents again is a new one.
 */

/** What `localStorage` and `sessionStorage` are. */
export type KeyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface VisitorOptions {
  /** As the shop's dialogue of consent knows it; `denied` unless stated. */
  consent?: 'granted' | 'denied';
  /** A key that the shop knows the customer by, once logged in, or the server has from a cookie. */
  customerKey?: string;
  sessionKey?: string;
  /** Where keys are kept; the storages of the window unless stated, and memory alone where there are none. */
  storage?: { customer?: KeyStorage | undefined; session?: KeyStorage | undefined };
}

export interface VisitorKeys {
  customerKey: string;
  sessionKey: string;
}

/** Parameters of requests. */
export type VisitorParameters = VisitorKeys | { userContext: 'ANONYMOUS' };

const NAMES = { customerKey: 'vitrine.customerKey', sessionKey: 'vitrine.sessionKey' } as const;
type KeyName = keyof VisitorKeys;

export class Visitor {
  readonly #storages: Record<KeyName, KeyStorage | undefined>;
  #keys: Partial<VisitorKeys>;
  #granted: boolean;

  constructor({ consent = 'denied', storage, customerKey, sessionKey }: VisitorOptions = {}) {
    this.#storages = {
      customerKey: storage ? storage.customer : windowStorage('localStorage'),
      sessionKey: storage ? storage.session : windowStorage('sessionStorage'),
    };
    this.#keys = { ...(customerKey && { customerKey }), ...(sessionKey && { sessionKey }) };
    this.#granted = consent === 'granted';
  }

  get consent(): 'granted' | 'denied' {
    return this.#granted ? 'granted' : 'denied';
  }

  /** The visitor lets the shop remember: from the next request on. */
  grant(): void {
    this.#granted = true;
  }

  /**
   * The visitor does not, or no longer: both keys are forgotten, here and in the browser.
   * @returns the keys until now, for a shop that has the daemon forget them as well (`admin.eraseVisitor`)
   */
  withdraw(): Partial<VisitorKeys> {
    const before = this.#granted ? { ...this.#stored(), ...this.#keys } : this.#keys;
    this.#granted = false;
    this.#forget();
    return before;
  }

  /** The customer has logged in: what this visit does belongs to this key from now on. Nothing without consent. */
  identify(customerKey: string): void {
    if (this.#granted) this.#keep('customerKey', customerKey);
  }

  /** Somebody else may be using the device, after a log-out: both keys are drawn anew when they are next needed. */
  renew(): void {
    if (this.#granted) this.#forget();
  }

  get parameters(): VisitorParameters {
    if (!this.#granted) return { userContext: 'ANONYMOUS' };
    return { customerKey: this.#key('customerKey'), sessionKey: this.#key('sessionKey') };
  }

  #key(name: KeyName): string {
    const known = this.#keys[name] ?? attempt(() => this.#storages[name]?.getItem(NAMES[name]));
    if (known) return (this.#keys[name] = known);
    return this.#keep(name, uuid());
  }

  #keep(name: KeyName, key: string): string {
    attempt(() => this.#storages[name]?.setItem(NAMES[name], key));
    return (this.#keys[name] = key);
  }

  #stored(): Partial<VisitorKeys> {
    const found = (Object.keys(NAMES) as KeyName[]).flatMap(name => {
      const key = attempt(() => this.#storages[name]?.getItem(NAMES[name]));
      return key ? [[name, key]] : [];
    });
    return Object.fromEntries(found);
  }

  #forget(): void {
    this.#keys = {};
    for (const name of Object.keys(NAMES) as KeyName[]) attempt(() => this.#storages[name]?.removeItem(NAMES[name]));
  }
}

/** Private windows, and pages in frames of others, refuse storage by throwing; keys then live as long as the page. */
function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

/** Node has such storages too, one for all visitors of the process: these are of windows alone. */
function windowStorage(name: 'localStorage' | 'sessionStorage'): KeyStorage | undefined {
  return typeof window === 'undefined' ? undefined : attempt(() => window[name]);
}

/** `crypto.randomUUID` is there on secure origins only. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
