/**
 * The phrases behind `bounds.ts`, by language, as they are written; several of a kind are separated by commas.
 */
export interface BoundWords {
  /** Before an amount: no more than it. */
  below: string;
  /** Before an amount: no less than it. */
  above: string;
  /** Behind an amount: no more, no less than it. */
  orLess: string;
  orMore: string;
  /** Before two amounts, with the word between them: `between … and`. */
  between: string;
  /** Between two amounts that have no word before them, or one of `from`: `20 to 50 euros`. */
  to: string;
  from: string;
  about: string;
  /** What an amount of money may be called, and what leads to it; part of the bound when it stands before one. */
  price: string;
  leads: string;
  /** Nouns before a bound that say it is of something else, and those before which a small number is an age. */
  otherScales: string;
  children: string;
}

const norwegian: BoundWords = {
  below: `under, mindre enn, billigere enn, lavere enn, opptil, opp til, inntil, høyst, maks, maksimum, maksimalt,
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
};

export const BOUND_WORDS: Record<string, BoundWords> = {
  en: {
    below: `under, below, less than, cheaper than, lower than, smaller than, lighter than, up to, upto, at most,
      no more than, not more than, not over, maximum, maximum of, a maximum of, not above, max price, maximum price, budget, budget of, on a budget of`,
    above: `over, above, more than, more expensive than, greater than, higher than, larger than, from, starting at,
      starting from, at least, no less than, not less than, not under, minimum, minimum of, a minimum of`,
    orLess: 'or less, or under, or below, or cheaper, or lower, and under, and below, and less, max, maximum, tops',
    orMore: 'or more, or over, or above, or higher, and up, and over, and above, and more, upwards, min, minimum',
    between: 'between … and, between … to, in between … and',
    to: 'to',
    from: 'from',
    about: 'around, about, approximately, approx, roughly, circa, ca',
    price: 'price, prices, priced',
    leads: 'for, that, which, costs, cost, costing, at, is, are, with, a, of, in, the',
    otherScales: `size, sizes, age, aged, ages, height, width, length, depth, diameter, weight, waist, chest, spf, uv`,
    children: 'kids kid children child boys boy girls girl toddlers babies baby',
  },
  sv: {
    below: `under, mindre än, billigare än, lägre än, upp till, upptill, högst, som mest, som högst, maximalt, maximum,
      inte över, inte mer än, inte dyrare än, ej över, max upp till, maxpris, budget, med budget på`,
    above: 'över, mer än, dyrare än, från, minst, lägst, minimum, högre än, större än, inte under',
    orLess: 'eller mindre, eller billigare, eller under, eller lägre, och under, och nedåt, max, maximalt, högst',
    orMore: 'eller mer, eller dyrare, eller över, eller högre, och över, och uppåt, och upp, minst',
    between: 'mellan … och, mellan … till',
    to: 'till',
    from: 'från',
    about: 'runt, omkring, cirka, circa, ca, ungefär, kring',
    price: 'pris, priset, prisklass',
    leads: 'för, till, som, kostar, med, är, på, i, ett',
    otherScales: 'storlek, strl, stl, str, ålder, höjd, bredd, längd, djup, vikt, spf, diameter, midja',
    children: 'barn pojkar pojke flickor flicka tjejer tjej killar kille ungdom',
  },
  da: {
    below: `under, mindre end, billigere end, lavere end, op til, optil, højst, maks, maksimum, maksimalt, ikke over,
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
  nb: norwegian,
  nn: norwegian,
  no: norwegian,
  fi: {
    below: 'alle, enintään, korkeintaan, maksimissaan, maks, halvempi kuin, maksimihinta, budjetti',
    above: 'yli, vähintään, alkaen, enemmän kuin, kalliimpi kuin',
    orLess: 'tai alle, tai vähemmän, tai halvempi, asti, saakka, maksimissaan, enintään',
    orMore: 'tai yli, tai enemmän, tai kalliimpi, alkaen, ja yli',
    between: 'välillä … ja, väliltä … ja',
    to: 'ja, asti',
    from: '',
    about: 'noin, n, suunnilleen',
    price: 'hinta, hintaan, hinnalla, hintaluokka, hintaluokassa',
    leads: 'maksaa, maksaisi, joka, on',
    otherScales: 'koko, koot, ikä, iältään, korkeus, leveys, pituus, syvyys, paino, spf, halkaisija',
    children: 'lapset lapsi lapsille lasten pojat pojille tytöt tytöille',
  },
  de: {
    below: `unter, weniger als, billiger als, günstiger als, niedriger als, bis, bis zu, höchstens, maximal, maximum,
      nicht über, nicht mehr als, nicht teurer als, unterhalb von, maximalpreis, höchstpreis, budget, budget von`,
    above: 'über, mehr als, teurer als, höher als, ab, mindestens, wenigstens, minimum, oberhalb von, nicht unter',
    orLess: 'oder weniger, oder billiger, oder günstiger, oder darunter, und darunter, max, maximal, höchstens',
    orMore: 'oder mehr, oder teurer, oder darüber, und darüber, und mehr, aufwärts, und aufwärts, mindestens',
    between: 'zwischen … und, zwischen … bis',
    to: 'bis',
    from: 'von, ab',
    about: 'um, um die, rund, etwa, ungefähr, circa, zirka, ca',
    price: 'preis, preise, preislich, preisklasse',
    leads: 'für, die, der, das, kostet, kosten, zu, mit, zum, ist, im',
    otherScales: `größe, größen, groesse, gr, alter, höhe, breite, länge, tiefe, gewicht, lsf, spf, durchmesser`,
    children: 'kinder kind kindern jungen junge mädchen baby babys',
  },
  nl: {
    below: `onder, onder de, minder dan, goedkoper dan, lager dan, tot, tot en met, hoogstens, ten hoogste, maximaal,
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
  fr: {
    below: `moins de, à moins de, de moins de, moins que, moins cher que, sous, en dessous de, au dessous de,
      inférieur à, inférieure à, jusqu'à, jusque, maximum, au maximum, max de, pas plus de, au plus, prix maximum, prix maxi,
      budget, budget de`,
    above: `plus de, plus que, à plus de, plus cher que, au dessus de, supérieur à, supérieure à, à partir de, dès,
      au moins, minimum, au minimum`,
    orLess: 'ou moins, et moins, ou moins cher, max, maxi, maximum, au maximum',
    orMore: 'ou plus, et plus, ou plus cher, mini, minimum, au minimum',
    between: 'entre … et, entre … à',
    to: 'à',
    from: 'de',
    about: 'environ, autour de, aux alentours de, vers, circa, ca',
    price: 'prix, tarif',
    leads: 'pour, à, qui, coûte, coûtant, coûtent, avec, est, un, de',
    otherScales: 'taille, tailles, pointure, âge, hauteur, largeur, longueur, profondeur, poids, spf, diamètre',
    children: 'enfant enfants garçon garçons fille filles bébé bébés',
  },
  es: {
    below: `menos de, por menos de, de menos de, por debajo de, debajo de, inferior a, más barato que, hasta,
      no más de, como máximo, máximo, un máximo de, bajo, precio máximo, presupuesto`,
    above: `más de, por más de, por encima de, encima de, superior a, más caro que, desde, a partir de, al menos,
      como mínimo, mínimo`,
    orLess: 'o menos, y menos, o más barato, max, máx, máximo, como máximo',
    orMore: 'o más, y más, o más caro, en adelante, mínimo, como mínimo',
    between: 'entre … y, entre … e, entre los … y',
    to: 'a, hasta',
    from: 'de, desde',
    about: 'alrededor de, aproximadamente, unos, sobre, cerca de, circa, ca',
    price: 'precio, precios',
    leads: 'por, para, que, cuesta, cueste, cuesten, con, a, de, un',
    otherScales: 'talla, tallas, edad, altura, alto, ancho, largo, longitud, fondo, peso, spf, diámetro, número',
    children: 'niños niño niñas niña bebé bebés',
  },
  it: {
    below: `meno di, a meno di, sotto, sotto i, sotto ai, al di sotto di, inferiore a, più economico di, fino a,
      massimo, al massimo, un massimo di, non più di, non oltre, entro, entro i, prezzo massimo, budget`,
    above: `più di, a più di, sopra, sopra i, oltre, oltre i, al di sopra di, superiore a, più caro di,
      a partire da, almeno, minimo, come minimo`,
    orLess: 'o meno, e meno, o più economico, max, massimo, al massimo',
    orMore: 'o più, e più, in su, in poi, minimo',
    between: 'tra … e, fra … e, tra i … e i, tra i … e, fra i … e i, compreso tra … e',
    to: 'a, ai, fino a',
    from: 'da, dai',
    about: 'circa, intorno a, intorno ai, attorno ai, sui, ca',
    price: 'prezzo, prezzi',
    leads: 'per, che, costa, costano, costi, con, a, di, un',
    otherScales: 'taglia, taglie, misura, età, altezza, larghezza, lunghezza, profondità, peso, spf, diametro',
    children: 'bambini bambino bambine bambina ragazzi ragazzo ragazze ragazza neonati',
  },
  pt: {
    below: `menos de, por menos de, de menos de, abaixo de, abaixo dos, inferior a, mais barato que, até, até os, até aos,
      não mais de, no máximo, máximo, um máximo de, preço máximo, orçamento`,
    above: `mais de, por mais de, acima de, acima dos, superior a, mais caro que, desde, a partir de, pelo menos,
      no mínimo, mínimo`,
    orLess: 'ou menos, e menos, ou mais barato, max, máx, máximo, no máximo',
    orMore: 'ou mais, e mais, ou mais caro, para cima, mínimo, no mínimo',
    between: 'entre … e, entre os … e os',
    to: 'a, até',
    from: 'de, desde',
    about: 'cerca de, aproximadamente, por volta de, em torno de, ca',
    price: 'preço, preços',
    leads: 'por, para, que, custa, custe, custam, com, a, de, um',
    otherScales: 'tamanho, tamanhos, tam, idade, altura, largura, comprimento, peso, spf, diâmetro, número',
    children: 'crianças criança meninos menino meninas menina bebé bebê',
  },
  pl: {
    below: `poniżej, do, mniej niż, tańsze niż, tańszy niż, tańsza niż, pod, nie więcej niż, nie droższe niż, najwyżej,
      maksymalnie, maks, maksimum, cena maksymalna, budżet`,
    above: `powyżej, ponad, od, więcej niż, droższe niż, droższy niż, droższa niż, co najmniej, minimum, przynajmniej`,
    orLess: 'lub mniej, i mniej, albo mniej, lub taniej, max, maks, maksymalnie, maksimum',
    orMore: 'lub więcej, i więcej, albo więcej, wzwyż, minimum',
    between: 'między … a, pomiędzy … a, między … i, pomiędzy … i',
    to: 'do',
    from: 'od',
    about: 'około, ok, mniej więcej, circa, ca, koło',
    price: 'cena, cenie, ceny',
    leads: 'za, dla, w, która, który, które, kosztuje, kosztujące, kosztujący, o',
    otherScales: 'rozmiar, rozmiary, rozm, wiek, wysokość, szerokość, długość, głębokość, waga, spf, średnica',
    children: 'dzieci dziecka dziecko chłopców chłopca dziewczynek dziewczynki',
  },
};

/** Signs mean the same everywhere. */
export const BOUND_SIGNS = { below: '<, < =, ≤', above: '>, > =, ≥', to: '-, –, —' };
