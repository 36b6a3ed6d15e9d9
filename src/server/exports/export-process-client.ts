/**
 * The export thread's side of the export process, which is started by the first export, again after a death, and ended
 * when there was none for a while. A death fails the exports under way and nothing else.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Problem } from '../../errors/problem.js';
import { asError } from '../../threads/failure.js';
import type { ExportControl, FromExportProcess, StoreOrder, ToExportProcess } from './export-messages.js';

const KEPT_IDLE_MS = 30_000;
/** What ends a process that reads beyond the end of a mapped file, or follows a wrong position in it. */
const BY_DAMAGE: readonly (string | null)[] = ['SIGBUS', 'SIGSEGV', 'SIGABRT'];

interface Waiter {
  resolve(): void;
  reject(error: Error): void;
}

export class ExportProcess {
  private child: ChildProcess | undefined;
  private idle: NodeJS.Timeout | undefined;
  private readonly running = new Map<number, Waiter>();

  /**
   * @param file the module of the process
   * @param onPiece called with each piece of an export, in memory of its own
   */
  constructor(
    private readonly file: URL,
    private readonly dataDir: string,
    private readonly onPiece: (id: number, piece: Uint8Array) => void,
  ) {}

  /**
   * Resolves when the last piece has come, or the export was stopped.
   * @throws Problem; `catalog_damaged` where the process died of what it has read
   */
  run(id: number, order: StoreOrder, gzip: boolean): Promise<void> {
    clearTimeout(this.idle);
    return new Promise((resolve, reject) => {
      this.running.set(id, { resolve, reject });
      this.child ??= this.start();
      this.send({ type: 'export', id, order, gzip });
    });
  }

  /** About an export under way; dropped where it has ended. */
  tell(message: ExportControl): void {
    if (this.running.has(message.id)) this.send(message);
  }

  private start(): ChildProcess {
    const { VITRINE_API_KEY: _, ...env } = process.env;
    const child = fork(fileURLToPath(this.file), [this.dataDir], {
      env,
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.on('message', message => this.receive(message as FromExportProcess));
    child.on('error', error => this.ended(child, `cannot be reached: ${error.message}`));
    child.on('exit', (code, signal) => this.ended(child, `ended (${signal ?? `exit code ${code}`})`, signal));
    return child;
  }

  private send(message: ToExportProcess): void {
    // A broken channel means that the process is ending, which its exit handler deals with.
    this.child?.send(message, () => undefined);
  }

  private receive(message: FromExportProcess): void {
    const { id } = message;
    // A view of what has come through the channel.
    if (message.type === 'piece') this.onPiece(id, new Uint8Array(message.piece));
    else if (message.type === 'end') this.take(id)?.resolve();
    else this.take(id)?.reject(asError(message.failure, 'an export'));
  }

  private ended(child: ChildProcess, how: string, signal: string | null = null): void {
    if (this.child !== child) return;
    this.child = undefined;
    const code = BY_DAMAGE.includes(signal) ? 'catalog_damaged' : 'export_aborted';
    const problem = new Problem(code, `the process that reads the catalog store ${how}; repeat the export`);
    for (const id of [...this.running.keys()]) this.take(id)?.reject(problem);
  }

  private take(id: number): Waiter | undefined {
    const waiter = this.running.get(id);
    this.running.delete(id);
    if (this.running.size === 0) this.endLater();
    return waiter;
  }

  private endLater(): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => {
      const { child } = this;
      this.child = undefined;
      if (child?.connected) child.disconnect();
    }, KEPT_IDLE_MS);
  }
}
