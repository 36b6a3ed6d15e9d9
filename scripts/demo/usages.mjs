/**
 * What products are used for: the label, the seasons, and two sentences for descriptions, in four languages.
 */
import { table } from './tables.mjs';

const LABELS = table(`
id          | seasons              | en          | sv           | de            | fi
Everyday    | All year             | Everyday    | Vardag       | Alltag        | Arki
Office      | All year             | Office      | Kontor       | Büro          | Toimisto
Party       | All year             | Party       | Fest         | Feier         | Juhla
Evenings    | All year             | Evenings    | Kväll        | Abend         | Ilta
Sleep       | All year             | Sleep       | Sömn         | Schlaf        | Uni
Holiday     | Summer               | Holiday     | Semester     | Urlaub        | Loma
Winter days | Autumn,Winter        | Winter days | Vinterdagar  | Wintertage    | Talvipäivät
Rain        | Spring,Autumn        | Rain        | Regn         | Regen         | Sade
Travel      | All year             | Travel      | Resa         | Reise         | Matka
Living room | All year             | Living room | Vardagsrum   | Wohnzimmer    | Olohuone
Dining room | All year             | Dining room | Matplats     | Esszimmer     | Ruokailutila
Kitchen     | All year             | Kitchen     | Kök          | Küche         | Keittiö
Bedroom     | All year             | Bedroom     | Sovrum       | Schlafzimmer  | Makuuhuone
Bathroom    | All year             | Bathroom    | Badrum       | Badezimmer    | Kylpyhuone
Home office | All year             | Home office | Hemmakontor  | Homeoffice    | Kotitoimisto
Hall        | All year             | Hall        | Hall         | Flur          | Eteinen
Balcony     | Spring,Summer        | Balcony     | Balkong      | Balkon        | Parveke
Hiking      | Spring,Summer,Autumn | Hiking      | Vandring     | Wandern       | Vaellus
Camping     | Summer               | Camping     | Camping      | Camping       | Telttailu
Paddling    | Summer               | Paddling    | Paddling     | Paddeln       | Melonta
Running     | All year             | Running     | Löpning      | Laufen        | Juoksu
`);

const SENTENCES = table(`
id          | en | sv | de | fi
Everyday    | Easy to combine and made to be worn often. | Lätt att kombinera och gjord för att användas ofta. | Leicht zu kombinieren und für häufiges Tragen gemacht. | Helppo yhdistää ja tehty usein käytettäväksi.
Everyday    | A favourite for ordinary days, from school run to supper. | En favorit för vanliga dagar, från morgon till middag. | Ein Liebling für ganz normale Tage, von früh bis spät. | Arjen suosikki aamusta iltaan.
Office      | Neat enough for a meeting, relaxed enough for the train home. | Prydlig nog för mötet, bekväm nog för tåget hem. | Gepflegt im Termin, bequem auf der Heimfahrt. | Siisti kokoukseen, mukava kotimatkalle.
Office      | Clean lines that stay in shape through a long day. | Rena linjer som håller formen hela dagen. | Klare Linien, die den ganzen Tag in Form bleiben. | Selkeät linjat, jotka säilyttävät muotonsa koko päivän.
Party       | Moves beautifully and needs little else. | Faller vackert och behöver inte mycket mer. | Fällt wunderschön und braucht kaum Beiwerk. | Laskeutuu kauniisti eikä kaipaa paljon muuta.
Party       | For dinners that turn into dancing. | För middagar som slutar i dans. | Für Abendessen, die beim Tanzen enden. | Illallisille, jotka päättyvät tanssiin.
Evenings    | A small statement for late tables and long walks home. | En liten detalj som gör skillnad på kvällen. | Ein kleiner Akzent für lange Abende. | Pieni yksityiskohta, joka kruunaa illan.
Sleep       | Loose and soft, for nights that last until morning. | Ledig och mjuk, för nätter som varar till morgonen. | Locker und weich, für Nächte bis zum Morgen. | Väljä ja pehmeä, pitkiin yöuniin.
Holiday     | Light in the suitcase and dry again by noon. | Lätt i resväskan och torr igen till lunch. | Leicht im Koffer und mittags wieder trocken. | Kevyt matkalaukussa ja pian taas kuiva.
Holiday     | For hot pavements, harbours and shady squares. | För varma gator, hamnar och skuggiga torg. | Für heiße Straßen, Häfen und schattige Plätze. | Kuumille kaduille, satamiin ja varjoisille aukioille.
Winter days | Keeps the cold out without weighing you down. | Håller kylan ute utan att tynga. | Hält die Kälte ab, ohne zu beschweren. | Pitää kylmän loitolla painamatta.
Winter days | Made for frosty mornings and early dusk. | Gjord för frostiga morgnar och tidig skymning. | Für frostige Morgen und frühe Dämmerung gemacht. | Tehty pakkasaamuihin ja varhaiseen hämärään.
Rain        | Keeps you dry from the first drop to the last puddle. | Håller dig torr från första droppen till sista pölen. | Hält trocken, vom ersten Tropfen bis zur letzten Pfütze. | Pitää kuivana ensimmäisestä pisarasta viimeiseen lätäkköön.
Travel      | Fits under the seat and holds more than it shows. | Ryms under sätet och rymmer mer än man tror. | Passt unter den Sitz und fasst mehr, als man sieht. | Mahtuu istuimen alle ja vetää enemmän kuin uskoisi.
Living room | A calm piece that lets the rest of the room speak. | Ett lugnt inslag som låter resten av rummet tala. | Ein ruhiges Stück, das dem Raum Platz lässt. | Rauhallinen yksityiskohta, joka antaa tilaa muulle huoneelle.
Living room | Brings warmth to long evenings at home. | Ger värme åt långa kvällar hemma. | Bringt Wärme in lange Abende zu Hause. | Tuo lämpöä pitkiin koti-iltoihin.
Dining room | For Sunday lunches and weekday suppers alike. | För både söndagslunch och vardagsmiddag. | Für Sonntagsbraten und schnelles Abendbrot. | Niin sunnuntailounaalle kuin arkipäivälliselle.
Kitchen     | A tool that earns its place on the worktop. | Ett redskap som förtjänar sin plats på bänken. | Ein Helfer, der seinen Platz in der Küche verdient. | Apuri, joka ansaitsee paikkansa työtasolla.
Kitchen     | Simple to use, simple to clean. | Enkel att använda och enkel att rengöra. | Einfach zu benutzen, einfach zu reinigen. | Helppo käyttää ja helppo puhdistaa.
Bedroom     | Gets softer with every wash. | Blir mjukare för varje tvätt. | Wird mit jeder Wäsche weicher. | Pehmenee joka pesussa.
Bathroom    | Brings order and softness to busy mornings. | Ger ordning och mjukhet åt stressiga morgnar. | Bringt Ordnung und Ruhe in volle Morgen. | Tuo järjestystä kiireisiin aamuihin.
Home office | Gives work a place of its own. | Ger arbetet en egen plats. | Gibt der Arbeit einen eigenen Platz. | Antaa työlle oman paikan.
Hall        | A last glance before the door closes. | En sista blick innan dörren stängs. | Ein letzter Blick, bevor die Tür zufällt. | Viimeinen vilkaisu ennen oven sulkeutumista.
Balcony     | Stands wind and showers on the smallest balcony. | Klarar vind och skurar på minsta balkong. | Hält Wind und Schauer auf dem kleinsten Balkon aus. | Kestää tuulta ja sadetta pienimmälläkin parvekkeella.
Hiking      | Tested on wet paths and steep ridges. | Provad på blöta stigar och branta kammar. | Auf nassen Pfaden und steilen Graten erprobt. | Testattu märillä poluilla ja jyrkillä harjanteilla.
Hiking      | Carries its weight on day one and on day ten. | Håller från första dagen till den tionde. | Bewährt sich am ersten wie am zehnten Tag. | Toimii ensimmäisenä ja kymmenentenä päivänä.
Camping     | Set up in minutes, packed away just as fast. | På plats på några minuter, lika snabbt nedpackad. | In Minuten aufgebaut, ebenso schnell verstaut. | Pystyssä minuuteissa ja yhtä nopeasti pakattu.
Camping     | For weekends by the lake and weeks on the road. | För helger vid sjön och veckor på väg. | Für Wochenenden am See und Wochen unterwegs. | Viikonloppuihin järvellä ja viikkoihin tien päällä.
Paddling    | Rolls shut and keeps the water where it belongs. | Rullas ihop och håller vattnet utanför. | Wird gerollt und hält das Wasser draußen. | Rullataan kiinni ja pitää veden ulkona.
Running     | Grips on roots and drains in streams. | Greppar på rötter och släpper ut vattnet. | Greift auf Wurzeln und lässt Wasser ablaufen. | Pitää juurakoissa ja päästää veden ulos.
`);

export const USAGES = new Map(
  LABELS.map(row => [
    row.id,
    {
      id: row.id,
      labels: row,
      seasons: row.seasons.split(','),
      sentences: SENTENCES.filter(({ id }) => id === row.id),
    },
  ]),
);
