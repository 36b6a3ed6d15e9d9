/**
 * The shop's departments and shelves with their names. A product's category is `department > shelf`, for clothing and
 * shoes `audience > shelf`.
 */
import { tableById } from './tables.mjs';

export const DEPARTMENTS = tableById(`
en      | sv           | de       | fi
Fashion | Mode         | Mode     | Muoti
Home    | Hem          | Wohnen   | Koti
Outdoor | Friluftsliv  | Outdoor  | Retkeily
`);

export const AUDIENCES = tableById(`
id | en       | gender      | age      | sv     | de      | fi
W  | Women    | Women       | Adults   | Dam    | Damen   | Naiset
M  | Men      | Men         | Adults   | Herr   | Herren  | Miehet
K  | Children | Girls,Boys  | Children | Barn   | Kinder  | Lapset
U  | Unisex   | Women,Men   | Adults   | Unisex | Unisex  | Unisex
`);

export const SHELVES = tableById(`
id            | department | en                    | sv                     | de                       | fi
tops          | Fashion    | Tops & T-shirts       | Toppar & t-shirts      | Tops & T-Shirts          | Topit & t-paidat
shirts        | Fashion    | Shirts & blouses      | Skjortor & blusar      | Hemden & Blusen          | Paidat & puserot
knitwear      | Fashion    | Knitwear              | Stickat                | Strick                   | Neuleet
dresses       | Fashion    | Dresses & skirts      | Klänningar & kjolar    | Kleider & Röcke          | Mekot & hameet
trousers      | Fashion    | Trousers & jeans      | Byxor & jeans          | Hosen & Jeans            | Housut & farkut
jackets       | Fashion    | Jackets & coats       | Jackor & kappor        | Jacken & Mäntel          | Takit
nightwear     | Fashion    | Nightwear             | Nattkläder             | Nachtwäsche              | Yöasut
shoes         | Fashion    | Shoes                 | Skor                   | Schuhe                   | Kengät
bags          | Fashion    | Bags                  | Väskor                 | Taschen                  | Laukut
accessories   | Fashion    | Accessories           | Accessoarer            | Accessoires              | Asusteet
lighting      | Home       | Lighting              | Belysning              | Leuchten                 | Valaisimet
seating       | Home       | Chairs & sofas        | Stolar & soffor        | Stühle & Sofas           | Tuolit & sohvat
tables        | Home       | Tables & desks        | Bord                   | Tische                   | Pöydät
storage       | Home       | Storage               | Förvaring              | Aufbewahrung             | Säilytys
textiles      | Home       | Rugs & textiles       | Mattor & textilier     | Teppiche & Textilien     | Matot & tekstiilit
bedbath       | Home       | Bed & bath            | Säng & bad             | Bett & Bad               | Makuuhuone & kylpyhuone
decoration    | Home       | Decoration            | Inredning              | Dekoration               | Sisustus
tableware     | Home       | Tableware             | Porslin & servering    | Geschirr                 | Astiat
kitchen       | Home       | Kitchen               | Kök                    | Küche                    | Keittiö
tents         | Outdoor    | Tents                 | Tält                   | Zelte                    | Teltat
sleeping      | Outdoor    | Sleeping bags & mats  | Sovsäckar & underlag   | Schlafsäcke & Matten     | Makuupussit & -alustat
backpacks     | Outdoor    | Packs                 | Ryggsäckar & packning  | Rucksäcke & Packsäcke    | Rinkat & reput
tools         | Outdoor    | Poles & lights        | Stavar & lampor        | Stöcke & Lampen          | Sauvat & lamput
cooking       | Outdoor    | Camp kitchen          | Friluftskök            | Campingküche             | Retkikeittiö
bottles       | Outdoor    | Bottles & flasks      | Flaskor & termosar     | Trink- & Isolierflaschen | Pullot & termokset
campfurniture | Outdoor    | Camp furniture        | Campingmöbler          | Campingmöbel             | Retkikalusteet
hikingshoes   | Outdoor    | Hiking & trail shoes  | Vandringsskor          | Wander- & Laufschuhe     | Vaelluskengät
hikingclothes | Outdoor    | Hiking clothes        | Friluftskläder         | Wanderbekleidung         | Retkeilyvaatteet
`);
