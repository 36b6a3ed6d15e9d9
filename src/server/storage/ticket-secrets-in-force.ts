/** The secrets of tickets as threads read them: looks every second whether the file has changed, or another one signs. */
import { stat } from 'node:fs/promises';
import { SharedTicketSecrets } from '../../pages/shared/tickets/ticket-secret.js';
import {
  readSecretsAgain,
  readTicketSecrets,
  secretsInForce,
  type TicketSecrets,
  ticketSecretFile,
} from './ticket-secret.js';

const LOOK_EVERY_MS = 1000;

export class TicketSecretsInForce {
  private readonly shared = new SharedTicketSecrets();
  private told = '';
  private stamp = '';
  private readonly timer: NodeJS.Timeout;

  /** @param known what the file has */
  constructor(
    private readonly dataDir: string,
    private known: TicketSecrets,
  ) {
    this.publish();
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS);
    this.timer.unref();
  }

  /** For `TicketSecret`. */
  get memory(): SharedArrayBuffer {
    return this.shared.memory;
  }

  /** See TicketSecrets. */
  get shop(): string {
    return this.known.shop;
  }

  /** Writes the file again where it is damaged. @returns what was wrong */
  readAgain(): Promise<string | undefined> {
    return readSecretsAgain(this.dataDir, this.known);
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** Never rejects: the secrets stay while the file cannot be read. */
  private async look(): Promise<void> {
    const file = ticketSecretFile(this.dataDir);
    const stamp = await stat(file, { bigint: true }).then(
      ({ ino, mtimeNs }) => `${ino}.${mtimeNs}`,
      () => this.stamp,
    );
    if (stamp !== this.stamp) {
      const found = await readTicketSecrets(this.dataDir).catch(() => undefined);
      if (found) {
        this.known = found;
        this.stamp = stamp;
      }
    }
    this.publish();
  }

  private publish(): void {
    const secrets = secretsInForce(this.known, Date.now());
    const text = JSON.stringify(secrets);
    if (text !== this.told) this.shared.set(secrets);
    this.told = text;
  }
}
