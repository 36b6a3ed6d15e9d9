/**
 * The transport over uWebSockets.js; this file and uws-exchange.ts alone know that package. What is installed under its
 * name is either the official package or a republished native build of it; VITRINE_UWS names another module to take
 * instead. Where no native build fits this Node, node:http is used, with a warning.
 */
import { createRequire } from 'node:module';
import { Problem } from '../../errors/problem.js';
import { framingFault } from './framing-fault.js';
import { nodeTransport } from './node-transport.js';
import { JSON_TYPE } from './storefront-headers.js';
import {
  cannotListen,
  type Handler,
  type Listening,
  type ListenOptions,
  MAX_HEAD_BYTES,
  type Transport,
} from './transport.js';
import { type NativeRequest, type NativeResponse, UwsIncoming, UwsOutgoing } from './uws-exchange.js';

interface NativeApp {
  any(pattern: string, handler: (response: NativeResponse, request: NativeRequest) => void): NativeApp;
  listen(host: string, port: number, options: number, done: (socket: unknown) => void): NativeApp;
  close(): NativeApp;
}

interface NativeModule {
  App(): NativeApp;
  us_listen_socket_close(socket: unknown): void;
  us_socket_local_port(socket: unknown): number;
  LIBUS_LISTEN_EXCLUSIVE_PORT: number;
}

/** A listen option that the package does not name: not exclusive. */
const LISTEN_SHARED = 0;
/** Its parser answers none of this, and tells the application nothing. */
const LIMITS =
  'this build of uWebSockets.js leaves HTTP/1.0, malformed heads and more than 100 headers without a reply, closes connections on which queries are sent ahead of replies, and sees no body where an empty Content-Length or Transfer-Encoding stands before another one: have proxies speak HTTP/1.1 and refuse such headers, or choose node:http with --http node; --admin-port is always served by that';

class UwsTransport implements Transport {
  /** On other systems one of the sockets of a port gets all connections. */
  readonly shares = process.platform === 'linux';

  readonly limits?: string;

  constructor(
    readonly name: string,
    private readonly native: NativeModule,
    republished: boolean,
  ) {
    if (republished) this.limits = LIMITS;
  }

  listen(host: string, port: number, handler: Handler, { owed, shared = false }: ListenOptions): Promise<Listening> {
    const { native } = this;
    const options = shared ? LISTEN_SHARED : native.LIBUS_LISTEN_EXCLUSIVE_PORT;
    const app = native.App();
    app.any('/*', (response, request) => {
      const outgoing = new UwsOutgoing(response, owed);
      const incoming = new UwsIncoming(request, response);
      const fault = framingFault(incoming);
      if (fault === undefined) handler(incoming, outgoing);
      else outgoing.send(400, JSON_TYPE, fault, { close: true });
      outgoing.watch();
    });
    return new Promise((resolve, reject) => {
      app.listen(host, port, options, socket => {
        if (!socket) {
          reject(cannotListen(host, port));
          return;
        }
        let open = true;
        const stopListening = () => {
          if (open) native.us_listen_socket_close(socket);
          open = false;
        };
        resolve({
          port: native.us_socket_local_port(socket),
          stopListening,
          close: () => {
            stopListening();
            app.close();
          },
        });
      });
    });
  }
}

/**
 * Loads a transport. Synchronous: called once, before the daemon listens.
 * @param http the setting of that name; where no native build fits, node:http is used, with a warning
 * @param wanted the module of the native one
 */
export function openTransport(
  http: 'native' | 'node' = 'native',
  wanted: string | undefined = process.env['VITRINE_UWS'],
): Transport {
  if (http === 'node') return nodeTransport();
  // Read by the native part when it first listens; its default of 4 KiB is too short for long carts and selections.
  process.env['UWS_HTTP_MAX_HEADERS_SIZE'] ??= String(MAX_HEAD_BYTES);
  const require = createRequire(import.meta.url);
  const name = wanted ?? 'uWebSockets.js';
  try {
    const { native, republished } = loadNative(require, name);
    return new UwsTransport(name, native, republished);
  } catch (error) {
    if (wanted !== undefined) {
      throw new Problem(
        'setting_invalid',
        `VITRINE_UWS: found "${wanted}", expected a module that offers the uWebSockets.js API (${String(error)})`,
      );
    }
    return nodeTransport(
      `no native build of uWebSockets.js fits Node ${process.versions.node} on ${process.platform}-${process.arch}; install the official package for full speed`,
    );
  }
}

/**
 * The republished package, loaded by its name, would answer a missing native part with console output and an
 * incomplete substitute. So its native part is loaded by path, and its absence is an error here.
 */
function loadNative(require: NodeJS.Require, name: string): { native: NativeModule; republished: boolean } {
  let republished = false;
  try {
    republished = (require(`${name}/package.json`) as { name?: string }).name === '@trufflesuite/uws-js-unofficial';
  } catch {
    // The official package does not export its package.json; it is loaded by name.
  }
  const { platform, arch, versions } = process;
  const loaded: unknown = require(
    republished ? `${name}/binaries/uws_${platform}_${arch}_${versions.modules}.node` : name,
  );
  const found = loaded as Partial<NativeModule> & { default?: NativeModule };
  const native = typeof found.App === 'function' ? (found as NativeModule) : found.default;
  if (typeof native?.App !== 'function') throw new Error('it has no App()');
  return { native, republished };
}
