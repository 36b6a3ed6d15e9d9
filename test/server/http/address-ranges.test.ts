/** Ranges of addresses as hashes: of a connection or a header, the same for neighbours, another one each day. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import t from 'tap';
import { AddressRanges } from '../../../src/server/http/address-ranges.js';
import { ClientAddresses, rangeOf } from '../../../src/server/http/client-addresses.js';
import { OwedReplies } from '../../../src/server/http/owed-replies.js';
import type { Incoming } from '../../../src/server/http/transport.js';
import { TRANSPORTS } from './transports.js';

const DAY_MS = 86_400_000;
const incoming = (address: string, headers: Record<string, string> = {}): Incoming => ({
  address,
  method: 'GET',
  path: '/',
  query: '',
  header: name => headers[name] ?? '',
  headers: () => Object.entries(headers),
});

t.test('a range is /24 of IPv4 and /48 of IPv6, however they are written', async t => {
  for (const [address, range] of [
    ['192.0.2.7', '192.0.2'],
    ['::ffff:192.0.2.8', '192.0.2'],
    ['2001:db8:a::1', '8193:3512:10'],
    ['2001:0db8:000a:0000:0000:0000:0000:0002', '8193:3512:10'],
    ['2001:db8::5', '8193:3512:0'],
    ['[2001:db8:a::1]:443', '8193:3512:10'],
    ['192.0.2.7:443', '192.0.2'],
    ['::1', '0:0:0'],
    ['', ''],
  ]) {
    t.equal(rangeOf(address!), range, address);
  }
});

t.test('neighbours have one hash, others another, and each day and secret its own', async t => {
  const ranges = new AddressRanges('secret', new ClientAddresses(''));
  const of = (address: string, day = 1) =>
    ranges.of(incoming(address, { 'x-forwarded-for': '203.0.113.9' }), day * DAY_MS);
  t.equal(of('192.0.2.7'), of('192.0.2.250'));
  t.not(of('192.0.2.7'), of('192.0.3.7'));
  t.not(of('192.0.2.7'), of('192.0.2.7', 2));
  t.not(of('192.0.2.7'), new AddressRanges('another', new ClientAddresses('')).of(incoming('192.0.2.7'), DAY_MS));
});

for (const transport of TRANSPORTS) {
  t.test(`of several lines the last counts, which the nearest proxy has added: ${transport.name}`, async t => {
    const ranges = new AddressRanges('secret', new ClientAddresses('x-forwarded-for'));
    const found: number[] = [];
    const owed = new OwedReplies({ idleMs: 60_000, bytes: Number.MAX_SAFE_INTEGER });
    const listening = await transport.listen(
      '127.0.0.1',
      0,
      (incoming, outgoing) => {
        found.push(ranges.of(incoming, 0));
        outgoing.send(204, [], undefined);
      },
      { owed },
    );
    t.teardown(() => listening.close());
    const ask = async (...addresses: string[]) => {
      const request = get({ port: listening.port, agent: false, headers: { 'x-forwarded-for': addresses } });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      response.resume();
    };
    await ask('198.51.100.1', '203.0.113.9');
    await ask('203.0.113.9');
    await ask('198.51.100.1');
    t.equal(found[0], found[1]);
    t.not(found[0], found[2]);
  });
}

t.test('requests that a proxy forwards are told of once, where no header is set', async t => {
  let told = 0;
  const forwarded = incoming('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' });
  const ranges = new AddressRanges('secret', new ClientAddresses('', () => told++));
  ranges.of(incoming('127.0.0.1'), 0);
  t.equal(told, 0);
  ranges.of(forwarded, 0);
  ranges.of(forwarded, 0);
  t.equal(told, 1);
  new AddressRanges('secret', new ClientAddresses('x-real-ip', () => told++)).of(forwarded, 0);
  t.equal(told, 1);
});

t.test('behind a proxy the last address of its header counts', async t => {
  const ranges = new AddressRanges('secret', new ClientAddresses('x-forwarded-for'));
  const of = (list: string) => ranges.of(incoming('127.0.0.1', { 'x-forwarded-for': list }), 0);
  t.equal(of('203.0.113.9'), of('198.51.100.1, 203.0.113.200'));
  t.not(of('203.0.113.9'), of('203.0.113.9, 198.51.100.1'));
  t.equal(of(''), ranges.of(incoming('127.0.0.9'), 0), 'without one that of the connection');
  t.equal(of(`${'forged, '.repeat(10_000)}203.0.113.1`), of('203.0.113.9'));
});
