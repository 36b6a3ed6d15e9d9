/** Words of a language for the genders and ages that feeds write in English: facets show them, and searches look for them. */

interface AudienceWords {
  male: string;
  female: string;
  unisex: string;
  newborn: string;
  infant: string;
  toddler: string;
  kids: string;
  adult: string;
}

type Audience = keyof AudienceWords;

const NAMES: readonly Audience[] = ['male', 'female', 'unisex', 'newborn', 'infant', 'toddler', 'kids', 'adult'];

// In the order of NAMES.
const WORDS: Readonly<Record<string, string>> = {
  en: 'Men Women Unisex Newborns Babies Toddlers Kids Adults',
  sv: 'Herr Dam Unisex Nyfödd Baby Småbarn Barn Vuxen',
  de: 'Herren Damen Unisex Neugeborene Babys Kleinkinder Kinder Erwachsene',
  da: 'Herre Dame Unisex Nyfødt Baby Småbørn Børn Voksen',
  nb: 'Herre Dame Unisex Nyfødt Baby Småbarn Barn Voksen',
  no: 'Herre Dame Unisex Nyfødt Baby Småbarn Barn Voksen',
  fi: 'Miehet Naiset Unisex Vastasyntyneet Vauvat Taaperot Lapset Aikuiset',
  fr: 'Homme Femme Unisexe Nouveau-né Bébé Tout-petit Enfant Adulte',
  es: 'Hombre Mujer Unisex Recién-nacido Bebé Niño-pequeño Niños Adultos',
  it: 'Uomo Donna Unisex Neonato Bebè Bimbo Bambini Adulti',
  nl: 'Heren Dames Unisex Pasgeboren Baby Peuter Kinderen Volwassenen',
  pl: 'Mężczyzna Kobieta Unisex Noworodek Niemowlę Maluch Dzieci Dorośli',
  pt: 'Homem Mulher Unissexo Recém-nascido Bebé Criança-pequena Crianças Adultos',
};

/** The word of a language for an English one of feeds; other texts as they are. */
export function audienceWord(text: string, locale: string): string {
  const at = NAMES.indexOf(text.trim().toLowerCase() as Audience);
  return at < 0 ? text : wordsOf(locale)[at]!;
}

/** The English word of feeds for one of a language; undefined for others. */
export function audienceName(word: string, locale: string): Audience | undefined {
  const lower = word.toLowerCase();
  const at = wordsOf(locale).findIndex(one => one.toLowerCase() === lower);
  return at < 0 ? undefined : NAMES[at];
}

function wordsOf(locale: string): string[] {
  return (WORDS[locale.split('-')[0]!.toLowerCase()] ?? WORDS['en']!).split(' ');
}
