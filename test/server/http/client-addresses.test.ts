/** Which requests are of the same client, as far as can be told. */
import t from 'tap';
import { ClientAddresses } from '../../../src/server/http/client-addresses.js';
import type { Incoming } from '../../../src/server/http/transport.js';

/** @param forwarded the lines of the header, of which transports may give the first alone */
function apart(address: string, forwarded: string | string[] = '', header = ''): string | undefined {
  const lines = [forwarded].flat();
  const incoming: Incoming = {
    address,
    method: 'GET',
    path: '/',
    query: '',
    header: name => (name === 'x-forwarded-for' ? lines[0]! : ''),
    headers: () => lines.map(line => ['x-forwarded-for', line]),
  };
  return new ClientAddresses(header).apart(incoming);
}

t.test('a client is an IPv4 address, or /48 of IPv6, however it is written', async t => {
  for (const [address, name] of [
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:443', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['0000:0000:0000:0000:0000:ffff:c000:0207', '192.0.2.7'],
    ['2001:db8:a::1', '8193:3512:10'],
    ['2001:0db8:000a:0001:0000:0000:0000:0002', '8193:3512:10'],
    ['[2001:db8:a::1]:443', '8193:3512:10'],
  ]) {
    t.equal(apart(address!), name, address);
  }
});

t.test('what comes from near is of a proxy, whose clients cannot be told apart', async t => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '::ffff:127.0.0.1',
    '0000:0000:0000:0000:0000:ffff:7f00:0001',
    '::1',
    'fd00::1',
    'fe80::1',
    '',
  ]) {
    t.equal(apart(address), undefined, address);
    t.equal(apart(address, '203.0.113.9'), undefined, 'a header that is not named is not believed');
    t.equal(apart(address, '203.0.113.9', 'x-forwarded-for'), '203.0.113.9');
    t.equal(apart(address, '10.0.0.7', 'x-forwarded-for'), '10.0.0.7', 'a client in a private network');
    t.equal(apart(address, '', 'x-forwarded-for'), undefined);
  }
  t.equal(apart('172.32.0.1'), '172.32.0.1');
  t.equal(apart('192.0.2.7', '203.0.113.9'), '192.0.2.7', 'nor from afar');
});

t.test('the line of the nearest proxy counts, whatever the client has sent before it', async t => {
  for (const forged of ['', '198.51.100.1', '198.51.100.1, 198.51.100.2']) {
    t.equal(apart('10.0.0.1', [forged, '203.0.113.9'], 'x-forwarded-for'), '203.0.113.9', forged);
  }
});
