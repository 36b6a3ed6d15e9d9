import fc from 'fast-check';
import t from 'tap';
import { splitCompound } from '../../../src/text/compounds/split-compound.js';

const seed = 20260901;

const VOCABULARY: Record<string, string> = {
  sv: 'dam klänning sko skor barn skjorta herr vinter jacka flicka kläder topp punkt sol glas glasögon ögon regn kyrka port',
  da: 'dame sko børn tøj vinter jakke herre uld',
  nb: 'dame sko barn klær vinter jakke regn',
  de: 'dame schuhe winter jacke wolle mantel kind kleid herr arbeit hose schule tasche tag',
  nl: 'dames schoenen winter jas kind kinder boek baby kamer',
  fi: 'talvi takki naisten kengät lasten vaatteet nahka laukku juoksu',
};

function split(word: string, language: string): string {
  const known = new Set((VOCABULARY[language] ?? '').split(' '));
  return splitCompound(word, part => known.has(part), language)?.join('+') ?? '-';
}

t.test('compounds come apart, links between the parts fall away', async t => {
  const cases: [language: string, word: string, parts: string][] = [
    ['sv', 'damklänning', 'dam+klänning'],
    ['sv', 'barnskor', 'barn+skor'],
    ['sv', 'vinterjacka', 'vinter+jacka'],
    ['sv', 'flickkläder', 'flicka+kläder'],
    ['sv', 'kyrkoport', 'kyrka+port'],
    ['sv', 'toppunkt', 'topp+punkt'],
    ['da', 'damesko', 'dame+sko'],
    ['da', 'børnetøj', 'børn+tøj'],
    ['nb', 'barneklær', 'barn+klær'],
    ['nb', 'regnjakke', 'regn+jakke'],
    ['de', 'damenschuhe', 'dame+schuhe'],
    ['de', 'wollmantel', 'wolle+mantel'],
    ['de', 'arbeitshose', 'arbeit+hose'],
    ['de', 'kinderkleid', 'kind+kleid'],
    ['de', 'schultasche', 'schule+tasche'],
    ['nl', 'damesschoenen', 'dames+schoenen'],
    ['nl', 'kinderkamer', 'kinder+kamer'],
    ['fi', 'naistenkengät', 'naisten+kengät'],
    ['fi', 'talvitakki', 'talvi+takki'],
    ['fi', 'nahkalaukku', 'nahka+laukku'],
  ];
  for (const [language, word, parts] of cases) t.equal(split(word, language), parts, `${language} ${word}`);
});

t.test('fewer parts are better than more, a longer first part better than a shorter', async t => {
  t.equal(split('solglasögon', 'sv'), 'sol+glasögon');
  t.equal(split('vinterbarnskor', 'sv'), 'vinter+barn+skor');
});

t.test('a word that the vocabulary does not make up stays whole', async t => {
  t.equal(split('klänning', 'sv'), '-');
  t.equal(split('damxyz', 'sv'), '-');
  t.equal(split('dam', 'sv'), '-');
  t.equal(split('', 'sv'), '-');
});

t.test('of several divisions the one of the words that are met most is taken', async t => {
  const splitBy = (frequencies: Record<string, number>, word: string, language: string) =>
    splitCompound(word, part => frequencies[part] ?? 0, language)?.join('+') ?? '-';
  t.equal(splitBy({ dam: 300, dams: 1, skor: 500, kor: 2 }, 'damskor', 'sv'), 'dam+skor');
  t.equal(splitBy({ staub: 9, ecke: 4, becken: 2, stau: 5 }, 'staubecken', 'de'), 'stau+becken');
  t.equal(splitBy({ barn: 40, barns: 1, kläder: 90 }, 'barnskläder', 'sv'), 'barn+kläder');
  t.equal(splitBy({ damen: 200, dame: 5, schuhe: 300 }, 'damenschuhe', 'de'), 'damen+schuhe');
  t.equal(splitBy({ damen: 1, dame: 500, schuhe: 300 }, 'damenschuhe', 'de'), 'dame+schuhe');
});

t.test('verbs without their ending, and Finnish -nen as -s, are first parts', async t => {
  const splitWith = (list: string, word: string, language: string) => {
    const known = new Set(list.split(' '));
    return splitCompound(word, part => known.has(part), language)?.join('+') ?? '-';
  };
  t.equal(splitWith('laufen schuhe', 'laufschuhe', 'de'), 'laufen+schuhe');
  t.equal(splitWith('baden tuch', 'badetuch', 'de'), 'baden+tuch');
  t.equal(splitWith('sova säck', 'sovsäck', 'sv'), 'sova+säck');
  t.equal(splitWith('nainen kengät', 'naiskengät', 'fi'), 'nainen+kengät');
  t.equal(splitWith('øye skygge', 'øyenskygge', 'nb'), 'øye+skygge');
});

t.test('endings are no heads, and three letters are a part only when they are met more than once', async t => {
  const anything = () => 5;
  t.not(splitCompound('klänningarna', anything, 'sv')?.at(-1), 'arna');
  t.equal(
    splitCompound('kleidung', part => part === 'kleid' || part === 'ung', 'de'),
    undefined,
  );
  t.strictSame(
    splitCompound('barstol', part => part === 'bar' || part === 'stol', 'sv'),
    ['bar', 'stol'],
  );
  t.equal(
    splitCompound('användbar', part => part === 'använd' || part === 'bar', 'sv'),
    undefined,
  );
  t.equal(
    splitCompound('utanför', part => part === 'utan' || part === 'för', 'sv'),
    undefined,
    'function words',
  );
  t.equal(
    splitCompound('kattila', part => part === 'kat' || part === 'tila', 'fi'),
    undefined,
  );
  t.equal(
    splitCompound('kastanj', part => (part === 'kast' || part === 'anj' ? 1 : 0), 'sv'),
    undefined,
  );
  t.strictSame(
    splitCompound('damsko', part => (part === 'dam' || part === 'sko' ? 2 : 0), 'sv'),
    ['dam', 'sko'],
  );
});

t.test('words that are no longer what their head says stay whole, in longer compounds too', async t => {
  const cases: [language: string, word: string, vocabulary: string, parts: string][] = [
    ['de', 'handschuhe', 'hand schuhe', '-'],
    ['de', 'lederhandschuhe', 'leder hand schuhe handschuhe', 'leder+handschuhe'],
    ['de', 'lederhandschuhe', 'leder hand schuhe lederhand', '-'],
    ['sv', 'glasögon', 'glas ögon', '-'],
    ['sv', 'solglasögon', 'sol glasögon solglas ögon', 'sol+glasögon'],
    ['sv', 'strumpbyxor', 'strumpa byxor', '-'],
    ['da', 'legetøj', 'lege tøj', '-'],
    ['nb', 'lommebok', 'lomme bok', '-'],
    ['nl', 'handschoenen', 'hand schoenen', '-'],
    ['fi', 'sukkahousut', 'sukka housut', '-'],
  ];
  for (const [language, word, vocabulary, parts] of cases) {
    const known = new Set(vocabulary.split(' '));
    t.equal(splitCompound(word, part => known.has(part), language)?.join('+') ?? '-', parts, `${language} ${word}`);
  }
});

t.test('languages that write words apart have no compounds', async t => {
  t.equal(
    splitCompound('damskor', () => true, 'en'),
    undefined,
  );
});

t.test('parts are known, of three letters or more, and two at least', async () => {
  const word = fc.string({ unit: fc.constantFrom(...'aesn'), minLength: 3, maxLength: 8 });
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 20 }),
      fc.array(word, { minLength: 1, maxLength: 4 }),
      (known, parts) => {
        const vocabulary = new Set(known);
        for (const language of ['sv', 'da', 'nb', 'de', 'nl', 'fi']) {
          const found = splitCompound(parts.join(''), part => vocabulary.has(part), language);
          if (found && (found.length < 2 || found.some(part => part.length < 3 || !vocabulary.has(part)))) return false;
          const made = parts.length > 1 && parts.every(part => vocabulary.has(part));
          if (made && !found) return false;
        }
        return true;
      },
    ),
    { seed, numRuns: 2000 },
  );
});

t.test('a word that almost comes apart everywhere is given up quickly', async t => {
  let asked = 0;
  const parts = splitCompound(
    `${'a'.repeat(58)}x`,
    part => {
      asked++;
      return !part.includes('x');
    },
    'sv',
  );
  t.equal(parts, undefined);
  t.ok(asked < 50_000, `${asked} questions`);
});
