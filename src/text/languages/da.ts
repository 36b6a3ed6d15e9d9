/** Danish; the members are explained in `language.ts`. */
import { danishStem } from '../stem/danish.js';
import { DANISH_ALPHABET } from './alphabets.js';
import type { Language } from './language.js';

export const danish: Language = {
  codes: ['da'],
  writing: {
    alphabet: DANISH_ALPHABET,
    thousands: '.',
    spacedThousands: true,
    digraphs: { letters: { ae: 'æ', oe: 'ø', aa: 'å' }, pattern: /ae|oe|aa/g },
  },
  stem: danishStem,
  irregularStems: `
    sko: skoene skoen; barn: børn børnene børns; mand: mænd mændene mænds; bog: bøger bøgerne bogen; fod: fødder;
    hånd: hænder; tand: tænder; hue: huer huen; ur: uret ure urene; lagen: lagener lagenet; rød: rødt røde; blå: blåt;
    hvid: hvidt hvide; grå: gråt; grøn: grønt grønne; gul: gult gule; brun: brunt brune`,
  stopWords: `
    en et den det de og eller men af for i på til med fra som er om ved din dit dine vores min mit mine`,
  functionWords: {
    negators: { certain: 'uden undtagen', possible: 'ikke ingen intet ej' },
    introducers: 'til for med uden i fra af som på mod hos',
    conjunctions: 'og eller',
    sizeWords: 'størrelse størrelser størrelsen str',
    freeOf: 'fri frit frie',
    lacking: '-fri -frit -frie -løs -løst -løse',
    onSale: 'tilbud udsalg nedsat',
    fillers: `
      hvad hvilken hvilket hvilke hvor hvordan hvem hvornår jeg mig vi os du dig i kan kunne skal vil ville ønsker
      ønske mangler søger søge leder lede efter find finde finder vis vise se købe køb køber handle bestille få har
      have noget nogen nogle gerne tak venligst hej anbefal anbefale anbefaler god godt gode bedste bedst pæn pænt pæne
      billig billigt billige billigste online netbutik nettet pris par slags er det en et den de og eller at som passer
      egnet`,
  },
  headFirst: false,
  agreeing: true,
  compounds: {
    links: 's e er n >e',
    endings: 'erne ene ning ninger ende ing isk iske lig lige hed heden dom skab bar bart som ere est',
    lexicalised: `
      håndklæde viskestykke armbånd halsbånd ørering strømpebuks badebuks underbuks tørklæde badedragt morgenkåbe
      sengetøj legetøj værktøj køretøj tegnebog jordbær køleskab hængekøje`,
    dropsThirdLetter: false,
  },
  numberWords: {
    upToTwelve: 'en to tre fire fem seks syv otte ni ti elleve tolv',
    forms: {},
  },
  units: {
    inch: 'tomme tommer',
    ft: 'fod',
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
  currencies: { everywhere: { EUR: 'euro' }, here: { DKK: 'kr kroner krone' } },
  bounds: {
    below: `
      under, mindre end, billigere end, lavere end, op til, optil, højst, maks, maksimum, maksimalt, ikke over,
      ikke mere end, ikke dyrere end, makspris, budget`,
    above: 'over, mere end, dyrere end, fra, mindst, minimum, højere end',
    orLess: 'eller mindre, eller billigere, eller under, og under, og derunder, maks, maksimum',
    orMore: 'eller mere, eller over, og over, og derover, og op, og opefter, minimum',
    between: 'mellem … og',
    to: 'til',
    from: 'fra',
    about: 'omkring, cirka, circa, ca, rundt',
    price: 'pris, prisen',
    leads: 'for, til, som, der, koster, med, er',
    otherScales: 'størrelse, str, alder, højde, bredde, længde, dybde, vægt, spf, diameter',
    children: 'børn barn drenge dreng piger pige baby',
  },
  thesaurus: `
    dame, kvinde; herre, mand; børn, kids; baby, spædbarn; lilla, violet; marineblå, navy, marine; vinrød > bordeaux;
    lyserød, rosa; guldfarvet > guld; sølvfarvet > sølv; flerfarvet, mangefarvet; blomstret, blomsterprint;
    kunstlæder, imiteret læder; t-shirt, tee; hættetrøje, hoodie; sweater > trøje, striktrøje;
    sneakers, kondisko, gummisko; gummistøvler, regnstøvler; højhælede sko, stiletter; joggingbukser, sweatpants;
    badedragt, svømmedragt; badeshorts, badebukser; morgenkåbe, badekåbe; trusser, underbukser; strømper, sokker;
    hue > beanie; kasket, cap; rygsæk, backpack; shorts >> bermudas, bermudashorts; spisebord >> køkkenbord; pung, tegnebog; bæltetaske, mavetaske; solbriller, sunglasses;
    armbåndsur > ur; tv, fjernsyn; mobil, mobiltelefon, smartphone; bærbar computer, laptop; køleskab, kølefryseskab;
    hårtørrer, føntørrer; barnevogn > klapvogn; trådløs, ledningsfri; solcreme, solbeskyttelse; sofa > hjørnesofa`,
};
