/** Norwegian; the members are explained in `language.ts`. */
import { norwegianStem } from '../stem/norwegian.js';
import { DANISH_ALPHABET } from './alphabets.js';
import type { Language } from './language.js';

export const norwegian: Language = {
  codes: ['no', 'nb', 'nn'],
  writing: {
    alphabet: DANISH_ALPHABET,
    thousands: '.',
    spacedThousands: true,
    digraphs: { letters: { ae: 'æ', oe: 'ø', aa: 'å' }, pattern: /ae|oe|aa/g },
  },
  stem: norwegianStem,
  irregularStems: `
    sko: skoene skoen; barn: barna barnet; mann: menn mennene menns; bok: bøker bøkene boken; fot: føtter;
    hånd: hender; tann: tenner; klær: klærne; lue: luer luen lua; tykk: tykke tykt; sofa: sofaer sofaen;
    rød: rødt røde; blå: blått; hvit: hvitt hvite; grå: grått; grønn: grønt grønne; gul: gult gule; brun: brunt brune`,
  stopWords: `
    en et ei den det de og eller men av for i på til med fra som er om ved din ditt dine vår vårt våre min mitt mine`,
  functionWords: {
    negators: { certain: 'uten utan unntatt', possible: 'ikke ikkje ingen inga intet ej' },
    introducers: 'til for med uten utan i fra frå av som på mot hos laget fra',
    conjunctions: 'og eller',
    sizeWords: 'størrelse størrelser str storleik',
    freeOf: 'fri fritt frie',
    lacking: '-fri -fritt -frie -løs -løst -løse',
    onSale: 'tilbud salg nedsatt',
    fillers: `
      hva hvilken hvilket hvilke hvor hvordan hvem jeg eg meg vi oss du deg dere kan kunne skal vil ville ønsker ønske
      trenger leter lete etter ser se finn finne finner vis vise kjøpe kjøp kjøper handle få har ha noe noen gjerne
      takk vennligst anbefal anbefale god godt gode beste best billig billige billigste rimelig rimelige online
      nettbutikk pris er det en ei et den de og eller som å passer`,
  },
  headFirst: false,
  agreeing: true,
  compounds: {
    links: 's e er n >e',
    endings: 'ene ane ning ninger ende ing isk iske lig lige het heten dom skap bar bart som ere est',
    lexicalised: `
      håndkle kjøkkenhåndkle armbånd halsbånd ørering øredobb strømpebuks badebuks underbuks badedrakt morgenkåpe
      sengetøy leketøy verktøy kjøretøy lommebok jordbær kjøleskap hengekøye`,
    dropsThirdLetter: true,
  },
  numberWords: {
    upToTwelve: 'en to tre fire fem seks sju åtte ni ti elleve tolv',
    forms: {},
  },
  units: {
    inch: 'tomme tommer',
    ft: 'fot',
    mm: 'millimeter',
    cm: 'centimeter',
    m: 'meter',
    km: 'kilometer',
    mg: 'milligram',
    g: 'gram',
    kg: 'kilo kilogram',
    ml: 'milliliter',
    cl: 'centiliter',
    dl: 'deciliter',
    l: 'liter',
  },
  currencies: { everywhere: { EUR: 'euro' }, here: { NOK: 'kr kroner krone' } },
  bounds: {
    below: `
      under, mindre enn, billigere enn, lavere enn, opptil, opp til, inntil, høyst, maks, maksimum, maksimalt,
      ikke over, ikke mer enn, ikke dyrere enn, ikke meir enn, makspris, budsjett`,
    above: 'over, mer enn, meir enn, dyrere enn, fra, frå, minst, minimum, høyere enn',
    orLess: 'eller mindre, eller billigere, eller under, og under, maks, maksimum',
    orMore: 'eller mer, eller meir, eller over, og over, og oppover, og opp, minimum',
    between: 'mellom … og',
    to: 'til',
    from: 'fra, frå',
    about: 'rundt, omkring, cirka, circa, ca, omtrent',
    price: 'pris, prisen',
    leads: 'for, til, som, koster, kostar, med, er',
    otherScales: 'størrelse, str, alder, høyde, bredde, lengde, dybde, vekt, spf, diameter',
    children: 'barn barna gutter gutt jenter jente ungdom',
  },
  thesaurus: `
    dame, kvinne; herre, mann; barn, kids; baby, spedbarn; lilla, fiolett; marineblå, navy, marine; vinrød > burgunder;
    gullfarget > gull; sølvfarget > sølv; flerfarget, mangefarget; blomstrete, blomsterprint;
    kunstskinn, imitert skinn; skinn, lær; t-skjorte, t-shirt, tee; hettegenser, hoodie;
    genser > strikkegenser, sweatshirt; joggesko, sneakers; gummistøvler, regnstøvler; høyhælte sko, høye hæler;
    joggebukse, sweatpants; badedrakt, svømmedrakt; badeshorts, badebukse; morgenkåpe, badekåpe; truse, underbukse;
    strømper, sokker; lue > beanie; shorts >> bermudas, bermudashorts; spisebord >> kjøkkenbord; caps, skyggelue; ryggsekk, sekk, backpack; magebelte, rumpetaske, midjeveske;
    solbriller, sunglasses; armbåndsur > klokke; tv, fjernsyn; mobil, mobiltelefon, smarttelefon; bærbar pc, laptop;
    hårføner, hårtørker; barnevogn, trille; barnevogn > sportsvogn; trådløs, ledningsfri; solkrem, solfaktor;
    regnjakke > regnfrakk`,
};
