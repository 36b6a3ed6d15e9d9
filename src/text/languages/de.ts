/** German; the members are explained in `language.ts`. */
import { germanStem } from '../stem/german.js';
import { GERMAN_ALPHABET } from './alphabets.js';
import type { Language } from './language.js';

export const german: Language = {
  codes: ['de'],
  writing: {
    alphabet: GERMAN_ALPHABET,
    thousands: '.',
    spacedThousands: true,
    digraphs: { letters: { ae: 'ä', oe: 'ö', ue: 'ü' }, pattern: /ae|oe|(?<![aeiouäöüq])ue/g },
  },
  stem: germanStem,
  irregularStems: `
    herr: herren herrn; kissen:; leder: leders; leinen:; wandern: wander wandert; leiter: leitern; läufer: läufern;
    schal: schals; schale: schalen; matt: matter mattes; matte: matten; bär: bären; ei: eier eiern eies`,
  stopWords: `
    der die das den dem des ein eine einen einem einer eines und oder aber für mit von vom zu zum zur im in am an auf
    aus bei ist sind als dein deine unser unsere`,
  functionWords: {
    negators: { certain: 'ohne außer ausgenommen', possible: 'nicht kein keine keinen keiner keinem keines' },
    introducers: 'für mit ohne aus von vom zum zur zu in im bei gegen nach auf',
    conjunctions: 'und oder',
    sizeWords: 'größe größen groesse groessen gr',
    freeOf: 'frei freie freier freies freien freiem',
    lacking: '-frei -freie -freier -freies -freien -freiem -los -lose -loser -loses -losen -losem',
    onSale: 'sale angebot angebote reduziert reduzierte ausverkauf rabatt',
    fillers: `
      was welche welcher welches welchen welchem wie wo woher wer wann warum ich mir mich wir uns du dir dich sie kann
      kannst können könnt könnte soll sollte will möchte möchten wollen hätte hätten brauche brauchen benötige suche
      suchen sucht gesucht finde finden zeige zeig zeigen sehen kaufen kaufe kauf bestellen bestelle bekommen bekomme
      gibt geben habe haben etwas irgendwas ein eine einen einem einer eines bitte danke hallo gerne empfehlen
      empfehlung empfiehl gut gute guter gutes guten beste bester bestes besten schön schöne schöner schönes schönen
      billig billige billiger billiges billigen günstig günstige günstiger günstiges günstigen preiswert preiswerte
      preiswerter preiswertes online onlineshop preis paar ist sind es der die das den dem des und oder passend
      passende passender passendes passenden geeignet geeignete anziehen anziehe`,
    audience: `
      damen frauen frau herren männer mann kinder kind jungen junge mädchen baby babys erwachsene erwachsenen unisex`,
  },
  headFirst: false,
  agreeing: true,
  compounds: {
    links: 's es n en er e ens >e >en e>en',
    endings: `
      ung ungen heit keit lich liche isch ische chen lein sam los lose ern end ende nis tum der den`,
    lexicalised: `
      handschuh strumpfhose badehose unterhose unterhemd nachthemd schlafanzug badeanzug bademantel morgenmantel
      ohrring armband halsband stirnband handtuch handtüch taschentuch taschentüch werkzeug spielzeug fahrzeug flugzeug
      feuerzeug kühlschrank kühlschränk hängematte erdbeer fernseher kopfhörer hosenträger büstenhalter`,
    dropsThirdLetter: false,
  },
  numberWords: {
    upToTwelve: 'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
    forms: {},
  },
  units: {
    inch: 'zoll',
    mm: 'millimeter',
    cm: 'zentimeter',
    m: 'meter',
    km: 'kilometer',
    mg: 'milligram',
    g: 'gramm',
    kg: 'kilo kilogramm',
    ml: 'milliliter',
    l: 'liter',
  },
  currencies: { everywhere: { EUR: 'euro', CHF: 'franken' }, here: { '*': 'kr' } },
  bounds: {
    below: `
      unter, weniger als, billiger als, günstiger als, niedriger als, bis, bis zu, höchstens, maximal, maximum,
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
    otherScales: 'größe, größen, groesse, gr, alter, höhe, breite, länge, tiefe, gewicht, lsf, spf, durchmesser',
    children: 'kinder kind kindern jungen junge mädchen baby babys',
  },
  thesaurus: `
    Damen, Frauen; Herren, Männer; Kinder, Kids; Jungs, Buben; Mädchen, Mädels; Kinder > Jungen, Mädchen;
    Baby, Säugling; lila, violett; marine, marineblau, navy, dunkelblau; weinrot, bordeauxrot > bordeaux;
    pink, pinkfarben; goldfarben > gold; silberfarben > silber; bunt, mehrfarbig, multicolor;
    geblümt, Blumenmuster, Blumenprint, floral; gepunktet, Punktemuster, Tupfen; kariert, Karomuster;
    gestreift, Streifenmuster, Streifen; Tochter > Mädchen, Kinder; Sohn > Jungen, Kinder; klappbar, faltbar;
    Kunstleder, Lederimitat, veganes Leder; T-Shirt, Tee; Pullover, Pulli, Sweater;
    Hoodie, Kapuzenpullover, Kapuzenpulli, Kapuzensweatshirt; Sakko, Jackett; Sakko > Blazer;
    Jogginghose, Sweatpants, Jogger; Jeans, Jeanshose; Unterhose > Slip, Boxershorts; BH, Büstenhalter;
    Badeanzug, Schwimmanzug; Badehose, Schwimmhose, Badeshorts; Bademantel, Morgenmantel; Schlafanzug, Pyjama;
    Mütze > Beanie; Hut >> Mütze, Kappe; Cap, Kappe, Basecap, Baseballcap, Schirmmütze; Steppjacke, Pufferjacke; Regenmantel > Regenjacke;
    Sneaker, Turnschuhe; Laufschuhe, Joggingschuhe, Runningschuhe; Laufschuhe, Joggingschuhe > Trailrunningschuhe; Gummistiefel, Regenstiefel; High Heels, Stöckelschuhe;
    Flip-Flops, Zehentrenner; Hausschuhe > Pantoffeln; Umstandsmode, Schwangerschaftsmode; Rucksack, Backpack;
    Geldbörse, Geldbeutel, Portemonnaie, Portmonee, Brieftasche; Bauchtasche, Gürteltasche, Hüfttasche;
    Koffer > Reisekoffer, Trolley; Uhr > Armbanduhr; Sofa, Couch; Vorhang, Gardine; Wolldecke, Plaid; Tasse > Becher;
    Strümpfe, Socken; Kissenhülle, Kissenbezug; Bücherschrank > Bücherregal; Hängeleuchte, Hängelampe, Pendelleuchte; Deckenleuchte, Deckenlampe;
    Deckenleuchte, Deckenlampe > Hängelampe; Esstisch >> Küchentisch;
    Thermosflasche, Thermoskanne, Isolierflasche; Wasserflasche > Trinkflasche; Trekkingstöcke, Wanderstöcke;
    Leuchte, Lampe; Bettwäsche > Bettbezug; Fernseher, Fernsehgerät, TV; Handy, Mobiltelefon, Smartphone;
    Handyhülle, Handycase; Laptop, Notebook; kabellos, drahtlos, wireless; Fahrrad, Velo, Bike; Kinderwagen > Buggy;
    Schnuller, Nuckel; Haartrockner, Föhn, Fön; Parfüm > Eau de Parfum, Eau de Toilette;
    Sonnencreme, Sonnenmilch, Sonnenschutzcreme; Mülleimer, Abfalleimer; Große Größen, Übergrößen, Plus Size;
    Uhr >> Herrenuhr, Damenuhr; Schuhe >> Sneaker, Stiefel, Sandalen, Halbschuhe; Stiefel >> Gummistiefel, Stiefeletten;
    Turnschuhe >> Sportschuhe, Laufschuhe; Latschen, Schlappen >> Hausschuhe, Pantoletten; Hausschuhe, Puschen;
    Jacke > Anorak, Parka, Blouson; Anorak, Windjacke >> Regenjacke; Windjacke, Windbreaker; Mantel >> Parka, Trenchcoat;
    Strickjacke, Cardigan; Hose >> Jeans, Chino, Leggings, Jogginghose, Jogger; Shorts >> Bermudas, Bermudashorts; Buxe >> Hose; Oberteil >> T-Shirt, Bluse, Top; Pulli >> Strickpullover;
    Kleid >> Abendkleid, Sommerkleid; Dirndl >> Trachtenkleid; Unterwäsche >> Slip, Unterhose, BH; Strumpfhose >> Leggings;
    Tasche >> Handtasche, Umhängetasche, Beutel; Ranzen, Schultasche >> Schulrucksack; Rucksack >> Tagesrucksack;
    Brille >> Sonnenbrille; Schmuck >> Kette, Ring, Ohrringe, Armband; Sessel >> Fernsehsessel; Schrank >> Kleiderschrank;
    Kommode, Sideboard; Bettdecke, Steppdecke; Decke >> Wolldecke; Läufer >> Teppich; Bild >> Wandbild, Poster;
    Lampe >> Stehlampe, Tischlampe, Deckenlampe; Besteck >> Messer, Gabel, Löffel; Geschirr >> Teller, Tassen, Schüssel;
    Topf >> Kochtopf; Pfanne >> Bratpfanne; Kaffeevollautomat >> Kaffeemaschine; Kaffeemaschine >> Kaffeevollautomat;
    Staubsauger >> Saugroboter; Geschirrtuch, Küchentuch; Handy >> iPhone; Rechner, Computer >> Laptop, Notebook, PC;
    Tablet >> iPad; Kopfhörer >> Ohrhörer, Headset, Earbuds; Lautsprecher, Box; Radio >> Autoradio, Küchenradio;
    Fahrrad >> E-Bike, Mountainbike; Drahtesel >> Fahrrad; Helm >> Fahrradhelm; Kühlschrank >> Kühlgefrierkombination;
    Saft >> Orangensaft, Apfelsaft; Sprudel, Mineralwasser; Bier >> Pils, Weizenbier, Lager; Brötchen, Semmel, Schrippe;
    Süßigkeiten >> Schokolade, Gummibärchen, Bonbons; Kekse, Plätzchen; Möhren, Karotten; Kartoffeln, Erdäpfel; Sahne, Rahm;
    Quark, Topfen; Hackfleisch, Faschiertes; Zahnbürste >> elektrische Zahnbürste; Spielzeug >> Puppe, Bausteine;
    Kuscheltier, Plüschtier, Stofftier; Windeln, Pampers; Lätzchen, Latz; Bleistift >> Stift; Kugelschreiber, Kuli;
    Telefon > Smartphone; Akkuschrauber, Akkubohrschrauber; Bohrmaschine >> Akkuschrauber, Schlagbohrmaschine; Fernseher >> Smart-TV;
    Gartenschere, Rosenschere, Astschere; Rasenmäher, Mäher; Rechen, Harke; Blumentopf, Pflanztopf, Pflanzkübel;
    Blumenerde, Pflanzerde; Dünger, Düngemittel; Gartenschlauch, Wasserschlauch; Grill, Barbecue; Sonnenschirm, Gartenschirm; Liegestuhl >> Gartenliege;
    Hundebett, Hundekorb, Hundekissen; Hundefutter >> Trockenfutter, Nassfutter; Leine >> Hundeleine; Kratzbaum >> Kratzbrett; Leckerli >> Hundesnacks;
    Aquarium, Fischbecken; Streu >> Katzenstreu; Käfig >> Voliere; Wasserkocher >> Teekocher; Kühlschrank, Eisschrank; Gefrierschrank, Tiefkühlschrank;
    Waschmaschine >> Waschtrockner; Geschirrspüler, Spülmaschine, Geschirrspülmaschine; Herd >> Backofen, Kochfeld; Ladegerät, Netzteil; Ladekabel, Ladeleitung;
    USB-Stick, Speicherstick; Festplatte >> SSD; Bildschirm, Monitor; Drucker >> Laserdrucker, Tintenstrahldrucker; Tinte, Druckerpatrone, Tintenpatrone;
    Kamera, Fotoapparat; Kinderwagen, Sportwagen; Puppe >> Babypuppe; Brettspiel, Gesellschaftsspiel; Nudeln, Pasta, Teigwaren;
    Tennisschuhe >> Sneaker, Turnschuhe; Sweatshirt >> Kapuzenpullover, Hoodie, Pullover; Kissen, Sofakissen >> Kissenbezug, Kissenhülle;
    Nachttischlampe, Bettlampe > Tischlampe; Schuhe >> Hausschuhe, Pantoffeln, Tennisschuhe; creme, cremefarben > cremeweiß;
    Kleidung, Klamotten >> Hosen, Hemden, Jacken, Kleider, Pullover; Badekleidung, Bademode >> Badehose, Badeanzug, Bikini;
    Marmelade, Konfitüre; Joghurt, Jogurt; Nüsse > Haselnüsse, Mandeln, Walnüsse, Erdnüsse, Cashewkerne; Müsli >> Haferflocken; Limo, Limonade;
    Leiter >> Trittleiter, Stehleiter; Schraubenschlüssel >> Ringschlüssel; Farbe >> Wandfarbe; Batterie >> Knopfzelle; Akku >> Powerbank; Taschenlampe >> Stirnlampe;
    Klobürste, WC-Bürste; Klopapier, Toilettenpapier; Putzmittel, Reinigungsmittel; Waschpulver >> Waschmittel; Kissen >> Kopfkissen; Kopfkissen, Kopfpolster`,
};
