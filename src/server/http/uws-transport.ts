/**
 * The transport over uWebSockets.js; this file, uws-package.ts and uws-exchange.ts alone know that package. Where no
 * build of it fits this Node, node:http is used, with a warning.
 */
import { framingFault } from './framing-fault.js';
import { nodeTransport } from './node-transport.js';
import { JSON_TYPE } from './storefront-headers.js';
import {
  cannotListen,
  type Handler,
  type Limit,
  type Listening,
  type ListenOptions,
  MAX_HEAD_BYTES,
  type Transport,
} from './transport.js';
import { UwsIncoming, UwsOutgoing } from './uws-exchange.js';
import { chooseUws, type NativeModule, type UwsBuild } from './uws-package.js';

/** A listen option that the package does not name: not exclusive. */
const LISTEN_SHARED = 0;
/** What parsers of the package do not do, and tell the application nothing about; of the official one, by its source. */
const OF_REPUBLISHED: readonly Limit[] = ['old', 'malformed', 'many headers', 'ahead', 'empty lengths'];
const OF_OFFICIAL: readonly Limit[] = ['ahead', 'empty lengths'];

class UwsTransport implements Transport {
  /** On other systems one of the sockets of a port gets all connections. */
  readonly shares = process.platform === 'linux';
  readonly name: string;
  readonly limits: readonly Limit[];
  private readonly native: NativeModule;

  constructor(
    { native, version, republished }: UwsBuild,
    readonly warning?: string,
  ) {
    this.native = native;
    this.name = `uWebSockets.js ${version}`;
    this.limits = republished ? OF_REPUBLISHED : OF_OFFICIAL;
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
 * @param choose a build of the native one
 */
export function openTransport(http: 'native' | 'node' = 'native', choose = chooseUws): Transport {
  if (http === 'node') return nodeTransport();
  // Read by the native part when it first listens; its default of 4 KiB is too short for long carts and selections.
  process.env['UWS_HTTP_MAX_HEADERS_SIZE'] ??= String(MAX_HEAD_BYTES);
  const { build, passedOver } = choose();
  if (build !== undefined) return new UwsTransport(build, passedOver.join('; ') || undefined);
  const found = passedOver.length === 0 ? 'no uWebSockets.js is installed' : passedOver.join('; ');
  return nodeTransport(
    `${found}; install the official package for full speed (see /docs/operating.html), or choose --http node`,
  );
}
