/** Swedish; the members are explained in `language.ts`. */
import { swedishStem } from '../stem/swedish.js';
import { SWEDISH_ALPHABET } from './alphabets.js';
import type { Language } from './language.js';

export const swedish: Language = {
  codes: ['sv'],
  writing: {
    alphabet: SWEDISH_ALPHABET,
    thousands: '.',
    spacedThousands: true,
    digraphs: { letters: { ae: 'ä', oe: 'ö', aa: 'å' }, pattern: /ae|oe|aa/g },
  },
  stem: swedishStem,
  irregularStems: `
    sko: skor skorna skon skons skornas; bok: böcker böckerna boken; man: män männen mannen mans; hand: händer;
    tunn: tunna tunt; vinter: vintern vintrar vintrarna; mönster: mönstret mönstren; finger: fingrar fingret;
    fot: fötter; tand: tänder; natt: nätter; röd: rött röda; blå: blått blåa; vit: vitt vita; grå: grått gråa;
    grön: grönt gröna; ägg: ägget äggen äggens; brun: brunt bruna; gul: gult gula; ny: nytt nya; bra:`,
  stopWords: `
    en ett den det de och eller men av för i på till med från som är om vid din ditt dina vår vårt våra min mitt mina`,
  functionWords: {
    negators: { certain: 'utan förutom', possible: 'inte ej icke ingen inget inga' },
    introducers: 'för till med utan i från av som på mot hos åt',
    conjunctions: 'och eller',
    sizeWords: 'storlek storlekar storleken strl stl str',
    freeOf: 'fri fritt fria',
    lacking: '-fri -fritt -fria -lös -löst -lösa',
    onSale: 'rea reapris rabatterad rabatterade',
    fillers: `
      vad vilken vilket vilka hur var vem när varför jag mig vi oss du dig ni er kan kunna ska skall skulle vill ville
      önskar behöver behövs söker söka letar leta efter hitta hittar finns finnas visa visar se köpa köper köp handla
      beställa få får har ha något någon några nån nåt gärna tack snälla hej tips tipsa rekommendera rekommenderar bra
      bäst bästa fin fint fina billig billigt billiga billigaste prisvärd prisvärda prisvärt online nätet webbshop pris
      par sorts är det en ett den de och eller att som passar passande lämplig lämpliga`,
    audience: `
      dam damer kvinna kvinnor herr herrar man män barn pojkar pojke flickor flicka baby bebis vuxen vuxna unisex`,
  },
  headFirst: false,
  agreeing: true,
  compounds: {
    links: 's e >a >e u>a o>a',
    endings: `
      arna orna erna aren are ning ningar ande ende ing inga isk iska lig liga het heten dom skap bar bart sam tare ger
      mer der ner ter`,
    lexicalised: `
      glasögon strumpbyx badbyx underbyx badrock morgonrock baddräkt nattlinne halsduk handduk näsduk armband halsband
      sängkläder plånbok hängmatt trädgård jordgubb smörgås kylskåp verktyg handfat kalsong örngott fåtölj kastrull
      kanvas`,
    dropsThirdLetter: true,
  },
  numberWords: {
    upToTwelve: 'en två tre fyra fem sex sju åtta nio tio elva tolv',
    forms: {},
  },
  units: {
    inch: 'tum',
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
  currencies: { everywhere: { EUR: 'euro' }, here: { SEK: 'kr kronor krona' } },
  bounds: {
    below: `
      under, mindre än, billigare än, lägre än, upp till, upptill, högst, som mest, som högst, maximalt, maximum,
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
  thesaurus: `
    dam, kvinna; herr, man; tjej > flicka, dam; kille > pojke, herr; barn, kids; bebis, baby, spädbarn; lila, violett;
    marinblå, marin, navy, mörkblå; vinröd > bordeaux, burgundy; rosa, pink; turkos, turkosblå;
    guldfärgad, gyllene > guld; silverfärgad > silver; flerfärgad, mångfärgad, multifärgad; blommig, blommönstrad;
    prickig, prickmönstrad; rutig, rutmönstrad; randig, randmönstrad; skinn, läder;
    konstläder, konstskinn, fuskskinn, läderimitation; ull, ylle; siden, silke; t-shirt, t-tröja, tee;
    tröja > jumper, pullover, sweatshirt; sweatshirt, collegetröja; strumpor, sockor; hoodie, huvtröja, luvtröja, munkjacka, luvjacka, huvjacka;
    kavaj > blazer; brallor > byxor; mjukisbyxor, joggingbyxor, sweatpants; trosor, damunderbyxor;
    kalsonger > boxershorts; bh, behå; mössa > beanie; mössa >> toppluva, luva; keps, cap; hatt >> keps, mössa; halsduk > scarf; badbyxor, badshorts;
    baddräkt, simdräkt; morgonrock, badrock; nattlinne, nattskjorta; regnrock, regnkappa;
    regnrock, regnkappa > regnjacka; sneakers, gympaskor, gymnastikskor; löparskor, löpskor, joggingskor;
    gummistövlar, regnstövlar; högklackade skor, klackskor, högklackat; flip-flops, tåsandaler;
    gravidkläder, mammakläder; ryggsäck, backpack, rucksack; handväska, damväska; midjeväska, magväska, bältesväska;
    resväska > kabinväska; glasögon, brillor; solglasögon, solbrillor, solisar; armbandsur, armbandsklocka;
    klocka > armbandsur, armbandsklocka; soffa > hörnsoffa; filt, pläd; dotter > flicka, barn; son > pojke, barn;
    randig, ränder; hopfällbar, ihopfällbar, vikbar; kopp > mugg; bokhylla > hylla; skrivbordslampa > bordslampa;
    vantar > handskar; termos, termosflaska; kylväska, kylbox; campingstol, tältstol; säng > kontinentalsäng;
    tv, teve, television; mobil, mobiltelefon, smartphone; mobilskal, telefonskal; laptop, bärbar dator;
    hörlurar, lurar; trådlös, sladdlös; kylskåp, kyl; frysskåp, frys; cykel, hoj; barnvagn > sittvagn;
    hårtork, hårfön, fön; schampo, shampoo; solkräm, solskyddskräm, solskydd; parfym > eau de parfum, eau de toilette;
    sopkorg, papperskorg;
    armbandsur, herrklocka >> klocka; klocka >> herrklocka, damklocka; skor >> sneakers, stövlar, sandaler, kängor;
    stövlar, boots; kängor >> vandringskängor; tofflor, innetofflor; sandaler >> flip-flops; dojor, pjuck >> skor;
    jacka > anorak, parkas, vindjacka; jacka >> regnjacka; galonjacka >> regnjacka; galonbyxor >> regnbyxor;
    regnkläder >> regnjacka, regnbyxor, regnrock, galonbyxor; kappa, rock >> trenchcoat;
    kofta, cardigan; byxor >> jeans, chinos, leggings, shorts, mjukisbyxor, joggingbyxor; shorts >> bermudas, bermudashorts; matbord, köksbord; jeans, denim; topp >> linne, blus, t-shirt; linne >> tanktop;
    klänning >> aftonklänning, sommarklänning; underkläder >> trosor, kalsonger, bh; pyjamas, nattdräkt; raggsockor >> ullstrumpor;
    väska >> handväska, axelväska, ryggsäck; kasse, tygkasse; plånbok, börs; smycken >> halsband, ring, örhängen, armband;
    fåtölj, länstol; byrå >> skänk; garderob, klädskåp; täcke, duntäcke; påslakan, sängkläder; lampa >> golvlampa, bordslampa;
    matta >> gångmatta, dörrmatta; tavla >> poster; bestick >> knivar, gafflar, skedar; porslin, servis >> tallrikar, koppar, skålar;
    kastrull, gryta; stekpanna, stekgryta; kaffemaskin, kaffekokare >> kaffebryggare; mixer >> stavmixer;
    dammsugare >> robotdammsugare; diskhandduk, kökshandduk; dator >> laptop, bärbar dator; surfplatta, läsplatta >> ipad;
    hörlurar >> headset; högtalare >> soundbar; radio >> bilradio, köksradio; bilradio, bilstereo; cykel >> elcykel, mountainbike; hjälm >> cykelhjälm;
    saft, juice; juice >> äppeljuice, apelsinjuice; läsk >> cola; bira >> öl; öl >> lager, pilsner; godis >> choklad, lakrits;
    kakor, kex; bulle >> kanelbulle; morötter >> morot; köttfärs, färs; tandborste >> eltandborste; gosedjur, mjukdjur, nalle;
    leksaker >> docka, byggklossar; haklapp, dregglis; kulspetspenna, penna;
    skruvdragare, borrmaskin; ficklampa >> pannlampa; stormkök >> campingkök;
    telefon > smartphone, mobiltelefon; säng >> hundbädd, spjälsäng; hundsäng, hundbädd; foder >> mat; hundmat, hundfoder; kattmat, kattfoder;
    koppel >> hundkoppel; klösträd, klätterträd; akvarium, fiskbassäng; gräsklippare >> robotgräsklippare; sekatör, rosensax, trädgårdssax; kratta, räfsa;
    spade, skyffel; trädgårdsslang, vattenslang; kruka >> blomkruka; blomjord, planteringsjord, krukjord; gödsel, gödning, växtnäring; parasoll, solparasoll;
    grill >> kolgrill, gasolgrill; grillkol, träkol; solstol >> trädgårdsstol; skottkärra, kärra; skruvmejsel >> bits; borrmaskin >> skruvdragare;
    trappstege >> stege; målarfärg >> väggfärg; laddare, laddningsadapter; laddsladd, laddkabel; usb-minne, usb-sticka; hårddisk >> ssd;
    skärm, bildskärm, monitor; skrivare, printer; bläck, bläckpatron; kamera >> systemkamera, digitalkamera; tangentbord >> keyboard; datormus >> mus;
    diskmaskin, tallriksdiskmaskin; tvättmaskin >> torktumlare; spis >> ugn, häll; mikro, mikrovågsugn; vattenkokare, kaffekokare >> kokare;
    brädspel, sällskapsspel; pussel >> träpussel; docka >> babydocka; pasta, makaroner; marmelad, sylt; yoghurt, fil;
    nötter > hasselnötter, mandel, valnötter, jordnötter, cashewnötter; potatis, pärer; toapapper, toalettpapper; hushållspapper, hushållsrulle;
    tennisskor >> sneakers; fyrmannatält, femmannatält, sexmannatält >> familjetält; kudde, prydnadskudde >> kuddfodral, soffkudde;
    nattduksbordslampa, nattlampa, sänglampa > bordslampa; gräddvit, krämvit, elfenben > benvit; sweatshirt, collegetröja >> huvtröja;
    kläder >> byxor, tröjor, jackor, klänningar, skjortor; badkläder >> badbyxor, baddräkt, bikini;
    tvättmedel, tvättpulver; batterier >> powerbank; förlängningssladd, skarvsladd`,
};
