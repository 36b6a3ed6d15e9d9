/**
 * Content of the demo shop: guides, questions and links, each in four languages (title / description).
 */
import { day } from './days.mjs';
import { LOCALES } from './products.mjs';
import { table } from './tables.mjs';

const CONTENT = table(`
key              | type    | age | season        | picture         | en | sv | de | fi
layers           | article | 12  | Winter        | jumper-c6922d   | Dressing in layers / How three thin layers keep you warmer than one thick one. | Klä dig i lager / Så värmer tre tunna lager bättre än ett tjockt. | Kleiden nach dem Zwiebelprinzip / Warum drei dünne Schichten mehr wärmen als eine dicke. | Kerrospukeutuminen / Miksi kolme ohutta kerrosta lämmittää paremmin kuin yksi paksu.
wool-care        | article | 40  | Winter        | jumper-8e9297   | Washing wool without fear / Cold water, little soap and time to dry flat. | Tvätta ylle utan oro / Kallt vatten, lite tvål och tid att plantorka. | Wolle waschen ohne Sorge / Kaltes Wasser, wenig Seife und Zeit zum Trocknen. | Villan pesu ilman huolia / Kylmää vettä, vähän saippuaa ja aikaa kuivua.
leather-care     | article | 75  | Autumn        | ankleboots-a15b2b | Leather that lasts / Clean, feed and rest your shoes and bags. | Läder som håller / Rengör, smörj och vila skor och väskor. | Leder, das lange hält / Reinigen, pflegen und ruhen lassen. | Kestävä nahka / Puhdista, rasvaa ja lepuuta kengät ja laukut.
choose-tent      | article | 95  | Summer        | tent-de6b2c     | Choosing a tent / Weight, space and weather: what matters on your trip. | Välja tält / Vikt, utrymme och väder: det här spelar roll på turen. | Das richtige Zelt / Gewicht, Platz und Wetter: worauf es unterwegs ankommt. | Teltan valinta / Paino, tila ja sää: mikä retkellä ratkaisee.
pack-light       | article | 120 | Summer        | trekpack-6c6b3c | A lighter backpack / Ten things to leave at home. | En lättare ryggsäck / Tio saker att lämna hemma. | Leichter wandern / Zehn Dinge, die zu Hause bleiben. | Kevyempi rinkka / Kymmenen asiaa, jotka voi jättää kotiin.
boots-fit        | article | 150 | Spring        | hikingboots-6a472b | Do your hiking boots fit? / Try them in the evening, with the socks you walk in. | Sitter vandringskängorna rätt? / Prova på kvällen, med strumporna du går i. | Passen die Wanderstiefel? / Abends anprobieren, mit den richtigen Socken. | Istuvatko vaelluskengät? / Sovita illalla, vaellussukat jalassa.
light-room       | article | 22  | Autumn        | floorlamp-c8a24a | Light for dark evenings / Three lamps a room, none of them in the ceiling. | Ljus för mörka kvällar / Tre lampor per rum, ingen av dem i taket. | Licht für dunkle Abende / Drei Lampen pro Zimmer, keine davon an der Decke. | Valoa pimeisiin iltoihin / Kolme lamppua huoneessa, yksikään ei katossa.
rug-size         | article | 60  | All year      | rug-d2c0a2      | Which rug size? / Let the front legs of the sofa stand on it. | Vilken storlek på mattan? / Låt soffans främre ben stå på den. | Welche Teppichgröße? / Die vorderen Sofabeine dürfen darauf stehen. | Minkä kokoinen matto? / Anna sohvan etujalkojen seistä matolla.
linen            | article | 200 | Summer        | dress-bfa683    | Why linen is cool / A fibre that breathes, dries fast and grows softer. | Därför är linne svalt / En fiber som andas, torkar snabbt och blir mjukare. | Warum Leinen kühlt / Eine Faser, die atmet, schnell trocknet und weicher wird. | Miksi pellava viilentää / Kuitu, joka hengittää, kuivuu nopeasti ja pehmenee.
camp-kitchen     | article | 170 | Summer        | stove-bcc1c6    | Cooking outdoors / One stove, one pot, five suppers. | Laga mat ute / Ett kök, en kastrull, fem middagar. | Kochen im Freien / Ein Kocher, ein Topf, fünf Abendessen. | Ruoanlaitto ulkona / Yksi keitin, yksi kattila, viisi illallista.
small-spaces     | article | 240 | All year      | desk-6a472b     | Small rooms, big ideas / Furniture that folds, stacks or slides away. | Små rum, stora idéer / Möbler som fälls, staplas eller skjuts undan. | Kleine Räume, große Ideen / Möbel zum Klappen, Stapeln und Verschieben. | Pienet huoneet, suuret ideat / Huonekaluja, jotka taittuvat, pinoutuvat tai liukuvat syrjään.
rain-kids        | article | 33  | Autumn        | rainjacket-efc437 | Puddle season / How children stay dry and happy. | Pölsäsong / Så håller sig barn torra och glada. | Pfützenzeit / So bleiben Kinder trocken und froh. | Lätäkkökausi / Näin lapset pysyvät kuivina ja iloisina.
delivery         | faq     | 300 |               |                 | When does my order arrive? / Parcels take two to four working days, furniture up to twenty. | När kommer min beställning? / Paket tar två till fyra arbetsdagar, möbler upp till tjugo. | Wann kommt meine Bestellung? / Pakete brauchen zwei bis vier Werktage, Möbel bis zu zwanzig. | Milloin tilaukseni saapuu? / Paketit tulevat 2–4 arkipäivässä, huonekalut enintään 20:ssä.
returns          | faq     | 300 |               |                 | How do I return something? / Send it back within 30 days, unused and in its packaging. | Hur returnerar jag en vara? / Skicka tillbaka den inom 30 dagar, oanvänd och i förpackningen. | Wie sende ich etwas zurück? / Innerhalb von 30 Tagen, unbenutzt und in der Verpackung. | Miten palautan tuotteen? / Palauta 30 päivän kuluessa käyttämättömänä pakkauksessaan.
size-help        | faq     | 280 |               |                 | Which size should I choose? / Measure chest, waist and hip and compare with the size guide. | Vilken storlek ska jag välja? / Mät bröst, midja och höft och jämför med storleksguiden. | Welche Größe soll ich wählen? / Brust, Taille und Hüfte messen und mit der Größentabelle vergleichen. | Minkä koon valitsen? / Mittaa rinta, vyötärö ja lantio ja vertaa kokotaulukkoon.
shoe-sizes       | faq     | 280 |               |                 | What is my shoe size in EU and UK? / Both are given on every pair; measure your longer foot. | Vilken skostorlek har jag i EU och UK? / Båda anges på varje par; mät den längre foten. | Welche Schuhgröße habe ich in EU und UK? / Beide stehen bei jedem Paar; messen Sie den längeren Fuß. | Mikä on kengänkokoni (EU ja UK)? / Molemmat mainitaan jokaisessa parissa; mittaa pidempi jalka.
payment          | faq     | 260 |               |                 | How can I pay? / By card, invoice or gift card. | Hur kan jag betala? / Med kort, faktura eller presentkort. | Wie kann ich bezahlen? / Mit Karte, auf Rechnung oder mit Gutschein. | Miten voin maksaa? / Kortilla, laskulla tai lahjakortilla.
membership       | faq     | 210 |               |                 | What does a member pay? / Members get lower prices on marked products from the first day. | Vad betalar en medlem? / Medlemmar får lägre pris på märkta varor från första dagen. | Was zahlen Mitglieder? / Mitglieder erhalten vom ersten Tag an niedrigere Preise. | Mitä jäsen maksaa? / Jäsenet saavat merkityistä tuotteista alennuksen heti.
store-stock      | faq     | 190 |               |                 | Is it in a shop near me? / The stock of each store is shown on the product. | Finns den i en butik nära mig? / Lagersaldot i varje butik visas vid varan. | Gibt es das in einer Filiale in der Nähe? / Der Bestand jeder Filiale steht beim Produkt. | Onko sitä lähimyymälässä? / Kunkin myymälän saldo näkyy tuotteella.
guarantee        | faq     | 180 |               |                 | How long is the guarantee? / From two years on lamps to ten on tents and cookware. | Hur lång är garantin? / Från två år på lampor till tio på tält och kokkärl. | Wie lange gilt die Garantie? / Von zwei Jahren bei Lampen bis zehn bei Zelten und Töpfen. | Kuinka pitkä takuu on? / Lampuilla kahdesta vuodesta, teltoilla ja astioilla kymmeneen.
repair           | faq     | 90  |               |                 | Do you repair jackets and tents? / Yes: zips, seams and poles, at cost price. | Lagar ni jackor och tält? / Ja: blixtlås, sömmar och stänger, till självkostnad. | Reparieren Sie Jacken und Zelte? / Ja: Reißverschlüsse, Nähte und Gestänge zum Selbstkostenpreis. | Korjaatteko takkeja ja telttoja? / Kyllä: vetoketjut, saumat ja kaaret omakustannushintaan.
size-guide       | link    | 400 |               |                 | Size guide / Charts for clothes, shoes and children. | Storleksguide / Tabeller för kläder, skor och barn. | Größentabelle / Tabellen für Kleidung, Schuhe und Kinder. | Kokotaulukko / Taulukot vaatteille, kengille ja lapsille.
stores           | link    | 400 |               |                 | Our stores / Opening hours and directions. | Våra butiker / Öppettider och vägbeskrivning. | Unsere Filialen / Öffnungszeiten und Anfahrt. | Myymälämme / Aukioloajat ja ajo-ohjeet.
gift-cards       | link    | 400 | Winter        |                 | Gift cards / For those who like to choose for themselves. | Presentkort / För den som helst väljer själv. | Geschenkgutscheine / Für alle, die lieber selbst wählen. | Lahjakortit / Sille, joka valitsee mieluiten itse.
sale             | link    | 400 |               |                 | Sale / All reduced products in one place. | Rea / Alla nedsatta varor på ett ställe. | Sale / Alle reduzierten Produkte auf einen Blick. | Ale / Kaikki alennetut tuotteet yhdessä paikassa.
new-in           | link    | 400 |               |                 | New in / What has arrived this month. | Nyheter / Det som kommit in den här månaden. | Neuheiten / Was diesen Monat eingetroffen ist. | Uutuudet / Tässä kuussa saapuneet.
customer-service | link    | 400 |               |                 | Customer service / Write or call, every weekday. | Kundtjänst / Skriv eller ring, alla vardagar. | Kundenservice / Schreiben oder anrufen, an jedem Werktag. | Asiakaspalvelu / Kirjoita tai soita arkisin.
sustainability   | link    | 400 |               |                 | Better choices / How we mark materials with a lighter footprint. | Bättre val / Så märker vi material med mindre avtryck. | Bessere Wahl / Wie wir Materialien mit kleinerem Fußabdruck kennzeichnen. | Parempia valintoja / Näin merkitsemme vähemmän kuormittavat materiaalit.
newsletter       | link    | 400 |               |                 | Newsletter / One letter a month, no more. | Nyhetsbrev / Ett brev i månaden, inte fler. | Newsletter / Ein Brief im Monat, nicht mehr. | Uutiskirje / Yksi kirje kuussa, ei enempää.
`);

/**
 * Where the shop keeps each type.
 * @type {Record<string, string>}
 */
const FOLDERS = { article: 'guides', faq: 'help', link: 'info' };
const split = (/** @type {string} */ cell) => cell.split(' / ');

/** @param {import('./tables.mjs').Row} row */
function contentOf(row) {
  const [heading, description] = split(row.en);
  /** @type {Record<string, object>} */
  const overrides = {};
  /** @type {Record<string, { alt: string }>} */
  const alts = {};
  for (const [language, { key, locale }] of Object.entries(LOCALES)) {
    const [title, text] = split(row[language]);
    overrides[key] = { title, description: text, dataLocale: locale };
    alts[key] = { alt: title };
  }
  const picture = `/pictures/${row.picture}`;
  const urls = [
    { url: `${picture}.svg`, width: 800, height: 1000 },
    { url: `${picture}-small.svg`, width: 80, height: 100 },
  ];
  return {
    markets: ['uk', 'se', 'de'],
    type: row.type,
    defaults: {
      title: heading,
      url: `/${FOLDERS[row.type]}/${row.key}`,
      description,
      releaseDate: day(Number(row.age)),
      customLabels: row.season ? { season: [row.season] } : undefined,
      dataLocale: 'en-GB',
    },
    overrides,
    image: row.picture ? { defaults: { urls, alt: heading }, overrides: alts } : undefined,
  };
}

/** All content, as import instructions. */
export function contents() {
  return CONTENT.map(row => ({ replace: { key: `c-${row.key}`, content: contentOf(row) } }));
}
