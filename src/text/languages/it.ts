/** Italian; the members are explained in `language.ts`. */
import { italianStem } from '../stem/italian.js';
import { BASIC_ALPHABET } from './alphabets.js';
import type { Language } from './language.js';
import { ROMANCE_ELISIONS } from './writing.js';

export const italian: Language = {
  codes: ['it'],
  writing: {
    alphabet: BASIC_ALPHABET,
    thousands: '.',
    spacedThousands: true,
    elisions: ROMANCE_ELISIONS,
  },
  stem: italianStem,
  irregularStems: 'uomo: uomini; dito: dita; uovo: uova; mano: mani; asciugamano: asciugamani',
  stopWords: 'il lo la i gli le un uno una e o di del della dei delle da per in con su a al alla è sono',
  functionWords: {
    negators: { certain: 'senza tranne eccetto escluso', possible: 'non no nessun nessuno nessuna' },
    introducers: `
      per di del dello della dei degli delle da dal dalla con senza in a al alla ai alle su sul sulla contro che`,
    conjunctions: 'e o',
    sizeWords: 'taglia taglie misura misure tg numero',
    freeOf: '',
    lacking: '',
    onSale: 'saldi offerta offerte sconto scontato',
    fillers: `
      che cosa quale quali come dove chi quando perché io mi me noi ci tu ti voi vi posso può possiamo potrei vorrei
      voglio vogliamo desidero ho bisogno avere avete cerco cercare cerca cercando trovare trovo mostrami mostra vedere
      comprare compro acquistare acquisto ordinare qualcosa qualche qualcuno favore grazie ciao salve consigliare
      consigliato consigli consiglio buono buona buoni buone buon migliore migliori bello bella belli belle bel
      economico economica economici economiche online prezzo paio tipo è sono c un una uno il lo la i gli le e o adatto
      adatta adatti adatte`,
  },
  headFirst: true,
  agreeing: true,
  numberWords: {
    upToTwelve: 'uno due tre quattro cinque sei sette otto nove dieci undici dodici',
    forms: {},
  },
  units: {
    inch: 'pollice pollici',
    cm: 'centimetro centimetri',
    m: 'metro metri',
    g: 'grammi',
    kg: 'kilo',
    l: 'litro litri',
  },
  currencies: { everywhere: { EUR: 'euro euri', '*': 'dollari' }, here: { '*': 'kr' } },
  bounds: {
    below: `
      meno di, a meno di, sotto, sotto i, sotto ai, al di sotto di, inferiore a, più economico di, fino a, massimo,
      al massimo, un massimo di, non più di, non oltre, entro, entro i, prezzo massimo, budget`,
    above: `
      più di, a più di, sopra, sopra i, oltre, oltre i, al di sopra di, superiore a, più caro di, a partire da, almeno,
      minimo, come minimo`,
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
  thesaurus: `
    donna, signora; bambini, kids; neonato, bebè; viola, lilla; blu navy, blu marino; bordò > bordeaux; dorato > oro;
    a fiori, floreale, fiorato; a righe, rigato; a quadri, quadretti; a pois, pois; ecopelle, similpelle, finta pelle;
    cuoio > pelle; t-shirt, maglietta; maglione, pullover; felpa con cappuccio, hoodie; giacca > blazer;
    pantaloni della tuta, joggers; sneakers, scarpe da ginnastica; stivali da pioggia, stivali di gomma;
    scarpe con tacco, tacchi alti; infradito, flip-flops; costume da bagno > bikini; accappatoio, vestaglia;
    reggiseno, bra; mutande, slip; calze, calzini; cappello > berretto; cappellino, cap; zaino, backpack;
    marsupio, borsa a cintura; orologio > orologio da polso; divano, sofà; tv, televisore, televisione;
    cellulare, telefono cellulare, smartphone; computer portatile, laptop; cuffie, auricolari; wireless, senza fili;
    frigorifero, frigo; bicicletta, bici; passeggino, buggy; ciuccio, succhietto; asciugacapelli, phon;
    crema solare, protezione solare; premaman, gravidanza; profumo > eau de parfum, eau de toilette;
    aspirapolvere > scopa elettrica`,
};
