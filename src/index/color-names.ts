/** Names of the colours of the palette by language, used where the catalog has no translation. */
import { COLOR_IDS, type ColorId } from '../kernel/colors.js';

// In the order of COLOR_IDS.
const NAMES: Record<string, string> = {
  en: 'Black White Grey Brown Beige Red Pink Orange Yellow Green Turquoise Blue Purple Gold Silver Multicolour Transparent',
  sv: 'Svart Vit Grå Brun Beige Röd Rosa Orange Gul Grön Turkos Blå Lila Guld Silver Flerfärgad Transparent',
  de: 'Schwarz Weiß Grau Braun Beige Rot Rosa Orange Gelb Grün Türkis Blau Lila Gold Silber Mehrfarbig Transparent',
  da: 'Sort Hvid Grå Brun Beige Rød Lyserød Orange Gul Grøn Turkis Blå Lilla Guld Sølv Flerfarvet Gennemsigtig',
  nb: 'Svart Hvit Grå Brun Beige Rød Rosa Oransje Gul Grønn Turkis Blå Lilla Gull Sølv Flerfarget Gjennomsiktig',
  fi: 'Musta Valkoinen Harmaa Ruskea Beige Punainen Pinkki Oranssi Keltainen Vihreä Turkoosi Sininen Violetti Kulta Hopea Monivärinen Läpinäkyvä',
  fr: 'Noir Blanc Gris Marron Beige Rouge Rose Orange Jaune Vert Turquoise Bleu Violet Or Argent Multicolore Transparent',
  es: 'Negro Blanco Gris Marrón Beige Rojo Rosa Naranja Amarillo Verde Turquesa Azul Morado Oro Plata Multicolor Transparente',
  nl: 'Zwart Wit Grijs Bruin Beige Rood Roze Oranje Geel Groen Turquoise Blauw Paars Goud Zilver Meerkleurig Transparant',
  it: 'Nero Bianco Grigio Marrone Beige Rosso Rosa Arancione Giallo Verde Turchese Blu Viola Oro Argento Multicolore Trasparente',
  pl: 'Czarny Biały Szary Brązowy Beżowy Czerwony Różowy Pomarańczowy Żółty Zielony Turkusowy Niebieski Fioletowy Złoty Srebrny Wielokolorowy Przezroczysty',
  pt: 'Preto Branco Cinzento Castanho Bege Vermelho Rosa Laranja Amarelo Verde Turquesa Azul Roxo Dourado Prateado Multicor Transparente',
};
NAMES.no = NAMES.nb;

const BY_LANGUAGE = new Map(Object.entries(NAMES).map(([language, names]) => [language, names.split(' ')]));

/** @param language ISO 639-1; an unknown one gets English names */
export function colorName(id: ColorId, language: string): string {
  return (BY_LANGUAGE.get(language) ?? BY_LANGUAGE.get('en')!)[COLOR_IDS.indexOf(id)];
}
