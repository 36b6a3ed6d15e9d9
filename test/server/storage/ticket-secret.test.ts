import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import {
  mergedSecrets,
  newSecrets,
  rotateTicketSecret,
  secretsInForce,
  ticketSecrets,
} from '../../../src/server/storage/ticket-secret.js';
import { testFolder } from '../../folder.js';

const ignore = () => undefined;

async function ticketSecret(data: string, warn: (facts: object, message: string) => void): Promise<string> {
  return secretsInForce(await ticketSecrets(data, warn), Date.now())[0]!;
}

t.test('the secret stays, also where its file or its copy is damaged or missing', async t => {
  const data = testFolder(t);
  const secret = await ticketSecret(data, ignore);
  t.match(secret, /^[\w-]{43}$/);
  const sound = readFileSync(join(data, 'ticket-secret'), 'utf8');
  const other = secret.replace(secret[5]!, secret[5] === 'x' ? 'y' : 'x');
  const damages = ['', '\0'.repeat(sound.length), sound.replace(secret, other), sound.slice(0, 60), undefined];
  for (const name of ['ticket-secret', 'ticket-secret.copy']) {
    for (const damage of damages) {
      const file = join(data, name);
      if (damage === undefined) rmSync(file);
      else writeFileSync(file, damage);
      t.equal(await ticketSecret(data, ignore), secret);
      t.equal(readFileSync(join(data, 'ticket-secret'), 'utf8'), sound);
    }
  }
  t.equal(statSync(join(data, 'ticket-secret')).mode & 0o777, 0o600);
});

t.test('where both are damaged there is a new one, and that is said', async t => {
  const data = testFolder(t);
  const secret = await ticketSecret(data, ignore);
  const zeroes = '\0'.repeat(44);
  for (const damage of [zeroes, 'A'.repeat(43)]) {
    for (const name of ['ticket-secret', 'ticket-secret.copy']) writeFileSync(join(data, name), damage);
    const warnings: string[] = [];
    const next = await ticketSecret(data, (_, message) => warnings.push(message));
    t.match(next, /^[\w-]{43}$/);
    t.not(next, secret);
    t.match(warnings, [/damaged/, /new secret/]);
    t.equal(await ticketSecret(data, ignore), next);
  }
});

t.test('the secret of an earlier version is kept', async t => {
  const data = testFolder(t);
  const secret = 'an-operator-chose-this-secret-by-hand-once';
  writeFileSync(join(data, 'ticket-secret'), `${secret}\n`);
  t.equal(await ticketSecret(data, ignore), secret);
});

t.test('a rotated secret signs after some seconds, and those before are accepted', async t => {
  const data = testFolder(t);
  const first = await ticketSecret(data, ignore);
  const from = await rotateTicketSecret(data, false);
  const held = await ticketSecrets(data, ignore);
  const [second] = held.secrets.map(({ secret }) => secret);
  t.strictSame(secretsInForce(held, from - 1), [first, second]);
  t.strictSame(secretsInForce(held, from), [second, first]);

  const later = await rotateTicketSecret(data, true);
  const forgetting = await ticketSecrets(data, ignore);
  const [third] = forgetting.secrets.map(({ secret }) => secret);
  t.equal(secretsInForce(forgetting, later - 1).length, 3);
  t.equal(forgetting.shop, held.shop, 'backups know the shop as before');
  t.strictSame(secretsInForce(forgetting, later), [third], 'tickets from before are refused then');
});

t.test('what two daemons have is put together alike on both', t => {
  const [a, b] = [newSecrets(), newSecrets()];
  const left = { ...a, secrets: [{ secret: 'left', from: 5 }, ...a.secrets] };
  const right = { ...a, secrets: [{ secret: 'right', from: 7 }, ...a.secrets], forgottenMs: 3 };
  t.strictSame(mergedSecrets(left, right), mergedSecrets(right, left));
  t.strictSame(
    mergedSecrets(left, right).secrets.map(({ secret }) => secret),
    ['right', 'left', a.secrets[0]!.secret],
  );
  t.equal(mergedSecrets(left, right).forgottenMs, 3);
  t.not(a.shop, b.shop);
  t.end();
});
