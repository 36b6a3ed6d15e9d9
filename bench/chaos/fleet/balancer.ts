/** HAProxy before the daemons of a fleet, as proxies/haproxy-fleet.cfg has it, and the same without retries. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unusedPort } from '../../../src/server/http/unused-port.js';
import { inCheckout } from '../../harness/checkout.js';

const PROGRAM = '/usr/sbin/haproxy';
const HOST = '127.0.0.1';
/** Of the daemons, in the configuration. */
const FIRST_PORT = 8081;
/** The header of an answer that names the daemon which has given it, as the configuration calls it. */
export const SERVED_BY = 'X-Served-By';
const RETRIES = /^.*(?:retry-on|redispatch|retries).*$/gm;

export class Balancer {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  /**
   * @param ports of the daemons
   * @param retries whether a query that one daemon does not answer is asked of another
   * @throws where there is no HAProxy
   */
  static async start(folder: string, ports: readonly number[], retries: boolean): Promise<Balancer> {
    if (!existsSync(PROGRAM)) throw new Error('there is no HAProxy here: apt-get install haproxy');
    const port = await unusedPort(HOST, 0);
    let text = readFileSync(inCheckout('proxies/haproxy-fleet.cfg'), 'utf8')
      .replace(/bind :443 .*/, `bind ${HOST}:${port}`)
      .replace(/maxconn \d+/, 'maxconn 200')
      .replace('backend queries', `backend queries\n  http-response set-header ${SERVED_BY} %s`);
    for (const [i, to] of ports.entries()) text = text.replaceAll(`${HOST}:${FIRST_PORT + i}`, `${HOST}:${to}`);
    if (!retries) text = text.replace(RETRIES, '').replace('mode http', 'mode http\n  retries 0');
    const file = join(folder, `haproxy-${retries ? 'with' : 'without'}-retries.cfg`);
    writeFileSync(file, text);
    const child = spawn(PROGRAM, ['-db', '-f', file], { stdio: 'ignore' });
    const killWithUs = () => child.kill('SIGKILL');
    process.prependOnceListener('exit', killWithUs);
    child.once('exit', () => process.off('exit', killWithUs));
    return new Balancer(`http://${HOST}:${port}`, child);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }
}
