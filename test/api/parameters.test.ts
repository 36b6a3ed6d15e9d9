import fc from 'fast-check';
import t from 'tap';
import { Parameters } from '../../src/api/parameters.js';
import { Problem } from '../../src/errors/problem.js';

const seed = 20260901;

t.test('order is free, names are case-sensitive, unknown ones are ignored', t => {
  const parameters = new Parameters('b=2&A=3&a=1&utm=%zz');
  t.equal(parameters.text('a'), '1');
  t.equal(parameters.text('A'), '3');
  t.equal(parameters.text('b'), '2');
  t.equal(parameters.text('B'), undefined);
  t.end();
});

t.test('a plus and %20 are spaces, the rest is UTF-8 in percent-encoding', t => {
  t.equal(new Parameters('q=a+b%20c%2Bd%C3%A5').text('q'), 'a b c+då');
  t.equal(new Parameters('f%2Ebrand=x').facets()[0], 'f.brand');
  t.end();
});

t.test('an empty value counts as absent, but the name as given', t => {
  const parameters = new Parameters('a=&b&&c=1');
  for (const name of ['a', 'b', 'd']) t.equal(parameters.text(name), undefined);
  t.equal(parameters.has('a') && parameters.has('b'), true);
  t.equal(parameters.has('d'), false);
  t.throws(() => parameters.required('a'), { message: 'a: missing; expected a value' });
  t.end();
});

t.test('lists are separated by pipes, over several appearances, without blanks and repetitions', t => {
  const parameters = new Parameters('stores=1%7C2||+3+&stores=2%7C4&none=&x=1');
  t.same(parameters.list('stores'), ['1', '2', '3', '4']);
  t.same(parameters.list('none'), []);
  t.equal(parameters.list('other'), undefined);
  t.end();
});

t.test('a single value may be repeated, but not with another value', t => {
  t.equal(new Parameters('a=x+y&a=x%20y').text('a'), 'x y');
  t.throws(() => new Parameters('a=1&a=2').text('a'), { message: 'a: found several different values, expected one' });
  t.end();
});

t.test('malformed percent-encoding is an error that names the parameter', t => {
  for (const value of ['%', '%2', '%zz', '%C3', '%FF', 'a%80b']) {
    t.throws(
      () => new Parameters(`q=${value}`).text('q'),
      { error: 'BAD_REQUEST', message: /^q: found malformed/ },
      value,
    );
  }
  t.throws(() => new Parameters('%zz=1'), { name: 'Problem', error: 'BAD_REQUEST' });
  t.end();
});

t.test('flags, whole numbers and words are checked', t => {
  const parameters = new Parameters('yes=true&no=FALSE&odd=1&n=600&neg=-1&big=99999999999&w=NAME&v=name');
  t.equal(parameters.flag('yes', false), true);
  t.equal(parameters.flag('no', true), false);
  t.equal(parameters.flag('absent', true), true);
  t.throws(() => parameters.flag('odd', true), { message: 'odd: found "1", expected true or false' });
  t.equal(parameters.integer('n', 60, 1, 600), 600);
  t.equal(parameters.integer('absent', 60, 1, 600), 60);
  for (const name of ['neg', 'big', 'w']) {
    t.throws(() => parameters.integer(name, 60, 1, 600), { message: /expected a whole number from 1 to 600/ });
  }
  t.equal(parameters.word('w', ['NAME', 'TITLE']), 'NAME');
  t.throws(() => parameters.word('v', ['NAME', 'TITLE']), { message: 'v: found "name", expected one of NAME, TITLE' });
  t.end();
});

t.test('it reads what URLSearchParams writes and agrees with it on what it reads', t => {
  const name = fc.string({ unit: 'grapheme', maxLength: 6 });
  const value = fc.string({ unit: 'grapheme', maxLength: 12 });
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), pairs => {
      const written = new URLSearchParams(pairs).toString();
      const parameters = new Parameters(written);
      return pairs.every(([key]) => {
        const all = [...new URLSearchParams(written).getAll(key)];
        const items = new Set(all.flatMap(text => text.split('|')).map(item => item.trim()));
        items.delete('');
        const same = new Set(all).size === 1;
        return (
          parameters.has(key) &&
          JSON.stringify(parameters.list(key)) === JSON.stringify([...items]) &&
          (!same || parameters.text(key) === (all[0] === '' ? undefined : all[0]))
        );
      });
    }),
    { seed, numRuns: 500 },
  );
  t.pass(`seed ${seed}`);
  t.end();
});

t.test('any query string is read as URLSearchParams reads it, or refused with a Problem', t => {
  const query = fc.string({ unit: fc.constantFrom(...'ab=&+%20C3A5|.f?#;é') });
  fc.assert(
    fc.property(query, raw => {
      // URLSearchParams drops a leading question mark; a query string on the wire has none to drop.
      const oracle = new URLSearchParams(raw.startsWith('?') ? `?${raw}` : raw);
      try {
        const parameters = new Parameters(raw);
        return [...oracle.keys()].every(key => {
          const all = oracle.getAll(key);
          if (new Set(all).size > 1) return true;
          return (parameters.text(key) ?? '') === all[0];
        });
      } catch (error) {
        return error instanceof Problem && error.error === 'BAD_REQUEST';
      }
    }),
    { seed, numRuns: 2_000 },
  );
  t.pass(`seed ${seed}`);
  t.end();
});
