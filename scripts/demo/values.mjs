/**
 * Other values that products carry, with their labels: patterns, fits, seasons, care, badges, genders, ages.
 */
import { tableById } from './tables.mjs';

export const PATTERNS = tableById(`
en      | sv       | de        | fi
Plain   | Enfärgad | Einfarbig | Yksivärinen
Striped | Randig   | Gestreift | Raidallinen
Checked | Rutig    | Kariert   | Ruudullinen
Floral  | Blommig  | Geblümt   | Kukallinen
Dotted  | Prickig  | Gepunktet | Pilkullinen
`);

export const FITS = tableById(`
en      | sv            | de           | fi
Slim    | Smal          | Schmal       | Kapea
Regular | Normal        | Normal       | Normaali
Relaxed | Ledig         | Locker       | Väljä
`);

export const SEASONS = tableById(`
en       | sv      | de           | fi
Spring   | Vår     | Frühling     | Kevät
Summer   | Sommar  | Sommer       | Kesä
Autumn   | Höst    | Herbst       | Syksy
Winter   | Vinter  | Winter       | Talvi
All year | Året om | Ganzjährig   | Koko vuosi
`);

export const CARE = tableById(`
en               | sv               | de                | fi
Machine wash 40° | Maskintvätt 40°  | Waschbar bei 40°  | Konepesu 40°
Machine wash 30° | Maskintvätt 30°  | Waschbar bei 30°  | Konepesu 30°
Hand wash        | Handtvätt        | Handwäsche        | Käsinpesu
Wipe clean       | Torkas av        | Abwischbar        | Pyyhitään puhtaaksi
Dishwasher safe  | Tål diskmaskin   | Spülmaschinenfest | Konepesun kestävä
`);

export const BADGES = tableById(`
en            | sv             | de               | fi
Bestseller    | Storsäljare    | Bestseller       | Myyntihitti
Better choice | Bättre val     | Bessere Wahl     | Parempi valinta
Online only   | Endast online  | Nur online       | Vain verkossa
`);

export const GENDERS = tableById(`
en    | sv      | de      | fi
Women | Dam     | Damen   | Naiset
Men   | Herr    | Herren  | Miehet
Girls | Flicka  | Mädchen | Tytöt
Boys  | Pojke   | Jungen  | Pojat
`);

export const AGES = tableById(`
en       | sv    | de         | fi
Adults   | Vuxen | Erwachsene | Aikuiset
Children | Barn  | Kinder     | Lapset
`);

export const SIZE_TYPES = tableById(`
en                | sv            | de              | fi
Clothing          | Kläder        | Kleidung        | Vaatteet
Children's sizes  | Barnstorlekar | Kindergrößen    | Lasten koot
Waist and length  | Midja & längd | Weite und Länge | Vyötärö ja pituus
Shoes             | Skor          | Schuhe          | Kengät
Belts             | Bälten        | Gürtel          | Vyöt
Socks             | Strumpor      | Socken          | Sukat
Dimensions        | Mått          | Maße            | Mitat
Diameter          | Diameter      | Durchmesser     | Halkaisija
Volume            | Volym         | Volumen         | Tilavuus
Sleeping bags     | Sovsäckar     | Schlafsäcke     | Makuupussit
`);

const WASH_40 = ['Cotton', 'Organic cotton', 'Linen', 'Denim', 'Canvas'];
const WASH_30 = ['Viscose', 'Recycled polyester', 'Nylon', 'Fleece', 'Velvet'];
const BY_HAND = ['Wool', 'Merino wool', 'Cashmere', 'Silk', 'Down'];

/**
 * The care that a material asks for.
 * @param {string} material
 */
export function careOf(material) {
  if (WASH_40.includes(material)) return 'Machine wash 40°';
  if (WASH_30.includes(material)) return 'Machine wash 30°';
  if (BY_HAND.includes(material)) return 'Hand wash';
  return ['Glass', 'Porcelain', 'Ceramic', 'Steel'].includes(material) ? 'Dishwasher safe' : 'Wipe clean';
}
