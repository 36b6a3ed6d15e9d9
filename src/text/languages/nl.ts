/** Dutch; the members are explained in `language.ts`. */
import { dutchStem } from '../stem/dutch.js';
import { BASIC_ALPHABET } from './alphabets.js';
import type { Language } from './language.js';

export const dutch: Language = {
  codes: ['nl'],
  writing: {
    alphabet: BASIC_ALPHABET,
    thousands: '.',
    spacedThousands: false,
  },
  stem: dutchStem,
  irregularStems: `
    laars: laarzen laarsje laarsjes; kind: kinderen; ei: eieren; huis: huizen; kaars: kaarsen; heer: heren;
    vaas: vazen; doos: dozen`,
  stopWords: `
    de het een en of maar van voor in op aan met te bij uit naar is zijn als om die dat deze dit je uw onze mijn`,
  functionWords: {
    negators: { certain: 'zonder behalve', possible: 'niet geen' },
    introducers: 'voor met zonder van in uit op bij tegen die dat',
    conjunctions: 'en of',
    sizeWords: 'maat maten mt',
    freeOf: 'vrij vrije',
    lacking: '-vrij -vrije -loos -loze',
    onSale: 'sale korting aanbieding aanbiedingen uitverkoop afgeprijsd',
    fillers: `
      wat welke welk hoe waar wie wanneer waarom ik mij me we wij ons je jij jou u kunnen kun zou zal wil wilt willen
      graag nodig heb hebben heeft zoek zoeken zoekt gezocht op naar vind vinden toon tonen laat zien kijken koop kopen
      koopt bestellen bestel krijgen iets wat een alsjeblieft aub bedankt dank hallo aanbevelen aanbevolen aanrader
      goed goede beste mooi mooie goedkoop goedkope goedkoopste voordelig voordelige betaalbaar betaalbare online
      webshop webwinkel prijs paar soort is zijn er het de een en of te geschikt geschikte passend passende`,
  },
  headFirst: false,
  agreeing: true,
  compounds: {
    links: 's e en n er',
    endings: 'ing ingen heid lijk lijke baar loos loze tje tjes jes isch ische sel der den',
    lexicalised: `
      handschoen onderbroek zwembroek onderhemd nachthemd badpak badjas kamerjas oorring oorbel armband halsband
      handdoek zakdoek theedoek koelkast hangmat gereedschap speelgoed aardbei vliegtuig voertuig stropdas`,
    dropsThirdLetter: false,
  },
  numberWords: {
    upToTwelve: 'een twee drie vier vijf zes zeven acht negen tien elf twaalf',
    forms: {},
  },
  units: {
    inch: 'duim',
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
  currencies: { everywhere: { EUR: 'euro' }, here: { '*': 'kr' } },
  bounds: {
    below: `
      onder, onder de, minder dan, goedkoper dan, lager dan, tot, tot en met, hoogstens, ten hoogste, maximaal,
      maximum, niet meer dan, niet duurder dan, niet boven, maximumprijs, budget`,
    above: 'boven, boven de, meer dan, duurder dan, hoger dan, vanaf, minstens, minimaal, minimum, ten minste',
    orLess: 'of minder, of goedkoper, of lager, en minder, en lager, max, maximaal, maximum',
    orMore: 'of meer, of duurder, of hoger, en meer, en hoger, minimaal, minimum',
    between: 'tussen … en, tussen de … en',
    to: 'tot',
    from: 'van, vanaf',
    about: 'rond, rond de, ongeveer, circa, ca, omstreeks',
    price: 'prijs, prijzen, prijsklasse',
    leads: 'voor, die, dat, kost, kosten, met, is, van',
    otherScales: 'maat, maten, mt, leeftijd, hoogte, breedte, lengte, diepte, gewicht, spf, diameter',
    children: 'kinderen kind jongens jongen meisjes meisje baby',
  },
  thesaurus: `
    dames, vrouwen; heren, mannen; kinderen, kids; kinderen > jongens, meisjes; baby, zuigeling; paars, lila, violet;
    marineblauw, navy; wijnrood, bordeauxrood > bordeaux; goudkleurig > goud; zilverkleurig > zilver;
    gebloemd, bloemenprint; gestreept, strepen; geruit, ruitjes; gestipt, stippen;
    kunstleer, imitatieleer, veganistisch leer; trui, sweater, pullover; hoodie, capuchontrui;
    joggingbroek, sweatpants; spijkerbroek, jeans; onderbroek > slip, boxershort; bh, beha; badpak, zwempak;
    zwembroek, zwemshort; badjas, kamerjas; pyjama, nachtkleding; muts > beanie; pet, cap; sneakers, gympen;
    regenlaarzen, rubberlaarzen; hoge hakken > pumps; teenslippers, flip-flops; rugzak, rugtas, backpack;
    portemonnee, portefeuille; heuptas, fanny pack; bank, sofa; tv, televisie, tv-toestel;
    mobiele telefoon, gsm, smartphone; telefoonhoesje, gsm-hoesje; laptop, notebook; draadloos, snoerloos;
    fiets, rijwiel; kinderwagen > buggy; speen, fopspeen; haardroger, föhn; parfum > eau de parfum, eau de toilette;
    zonnebrandcrème, zonnecrème; koelkast, ijskast; prullenbak, afvalbak, vuilnisbak`,
};
