/** Small numbers as words, in the languages of the shops: "a tent for four". */
import { rulesOf } from '../languages/rules.js';

/** One to twelve. */
const WORDS: Record<string, string> = {
  en: 'one two three four five six seven eight nine ten eleven twelve',
  sv: 'en två tre fyra fem sex sju åtta nio tio elva tolv',
  da: 'en to tre fire fem seks syv otte ni ti elleve tolv',
  no: 'en to tre fire fem seks sju åtte ni ti elleve tolv',
  fi: 'yksi kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen yksitoista kaksitoista',
  de: 'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
  nl: 'een twee drie vier vijf zes zeven acht negen tien elf twaalf',
  fr: 'un deux trois quatre cinq six sept huit neuf dix onze douze',
  es: 'uno dos tres cuatro cinco seis siete ocho nueve diez once doce',
  it: 'uno due tre quattro cinque sei sette otto nove dieci undici dodici',
  pt: 'um dois três quatro cinco seis sete oito nove dez onze doze',
  pl: 'jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście',
};
/** Cases in which numbers stand beside nouns. */
const FORMS: Record<string, [word: string, number: number][]> = {
  fi: [
    ['kahdelle', 2],
    ['kahden', 2],
    ['kolmelle', 3],
    ['kolmen', 3],
    ['neljälle', 4],
    ['neljän', 4],
    ['viidelle', 5],
    ['viiden', 5],
    ['kuudelle', 6],
    ['kuuden', 6],
  ],
  pl: [
    ['dwóch', 2],
    ['trzech', 3],
    ['czterech', 4],
    ['pięciu', 5],
    ['sześciu', 6],
  ],
  pt: [['duas', 2]],
};
/** One is an article in most languages, and says nothing. */
const FIRST = 2;

/** Words for the numbers from two to twelve in a language, with their digits; empty where none are known. */
export function numberWordsOf(language: string): { word: string; digits: string }[] {
  const name = rulesOf(language);
  const words = (WORDS[name] ?? '').split(' ').filter(Boolean);
  const forms = (FORMS[name] ?? []).map(([word, number]) => ({ word, digits: String(number) }));
  return [...words.map((word, i) => ({ word, digits: String(i + 1) })).slice(FIRST - 1), ...forms];
}
