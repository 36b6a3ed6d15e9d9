import t from 'tap';
import type { CatalogStore } from '../../src/catalog/catalog-store.js';
import { type BaseHost, NewBases } from '../../src/ingest/new-bases.js';

const store = {} as CatalogStore;

class Host implements BaseHost {
  readonly calls: string[] = [];
  due = true;
  /** Whether one is due at rest alone. */
  waits = false;
  error: Error | undefined;
  finish: (error?: Error) => void = () => {};

  isDue(rest: boolean): boolean {
    if (this.error) throw this.error;
    return this.due && (rest || !this.waits);
  }

  build(): Promise<void> {
    this.calls.push('build');
    return new Promise((resolve, reject) => {
      this.finish = error => (error ? reject(error) : resolve());
    });
  }

  hold(): void {
    this.calls.push('hold');
  }

  release(): void {
    this.calls.push('release');
  }

  takeUp(): string {
    this.calls.push('take up');
    if (this.error) throw this.error;
    return 'snapshot-1';
  }

  discard(): void {
    this.calls.push('discard');
  }
}

function begun() {
  const host = new Host();
  const errors: unknown[] = [];
  const bases = new NewBases(host, error => errors.push(error));
  const begin = () => new Promise<number>(built => bases.begin(false, built));
  return { host, errors, bases, begin };
}

t.test('one base is built at a time, where one is due', async t => {
  const { host, bases, begin } = begun();
  host.due = false;
  bases.begin(false, () => t.fail('none is due'));
  host.due = true;
  const built = begin();
  bases.begin(false, () => t.fail('one is being built'));
  host.finish();
  await built;
  bases.begin(false, () => t.fail('it has not been taken up'));
  t.equal(bases.takeUp(store), 'snapshot-1');
  t.same(host.calls, ['build', 'take up', 'discard']);
  const second = begin();
  host.finish();
  await second;
});

t.test('a base that can wait is begun when imports rest', async t => {
  const { host, bases } = begun();
  host.waits = true;
  bases.begin(false, () => t.fail('imports go on'));
  t.same(host.calls, []);
  const built = new Promise<number>(resolve => bases.begin(true, resolve));
  host.finish();
  await built;
  t.same(host.calls, ['build']);
});

t.test('a base waits for the imports that come while it is built, but not for ever', async t => {
  const { host, bases, begin } = begun();
  bases.hold();
  t.same(host.calls, [], 'there is none');
  const built = begin();
  for (let i = 0; i < 40; i++) {
    bases.hold();
    bases.release();
  }
  const count = (name: string) => host.calls.filter(call => call === name).length;
  t.same([count('hold'), count('release')], [32, 40]);
  host.finish();
  await built;
  bases.takeUp(store);
  const second = begin();
  bases.hold();
  t.equal(count('hold'), 33, 'the next one waits again');
  host.finish();
  await second;
});

t.test('a base that fails is logged and removed, and the next one is begun as ever', async t => {
  const { host, bases, begin, errors } = begun();
  const [unreadable, broken, damaged] = ['unreadable', 'broken', 'damaged'].map(message => new Error(message));
  host.error = unreadable;
  bases.begin(false, () => t.fail('it cannot be known whether one is due'));
  host.error = undefined;
  bases.begin(false, () => t.fail('the build fails'));
  host.finish(broken);
  await new Promise(resolve => setImmediate(resolve));
  const built = begin();
  host.finish();
  await built;
  host.error = damaged;
  t.equal(bases.takeUp(store), undefined);
  t.same(errors, [unreadable, broken, damaged]);
  t.same(host.calls, ['build', 'discard', 'build', 'take up', 'discard']);
});
