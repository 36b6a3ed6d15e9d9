/**
 * Names of facets, sort orders and the root of the navigation by language. Custom attributes are shown under their own
 * name.
 */
import { SORT_ORDERS, type SortOrder } from './requests.js';

const FACET_IDS =
  'category productType brand price color size gender age department pattern series rating discount newness onlyInStock length width height depth volume weight ontology'.split(
    ' ',
  );

// In the order of FACET_IDS.
const FACETS: Record<string, string> = {
  en: 'Category|Product type|Brand|Price|Colour|Size|Gender|Age|Department|Pattern|Series|Rating|Discount|Newness|In stock|Length|Width|Height|Depth|Volume|Weight|Type',
  sv: 'Kategori|Produkttyp|Varumärke|Pris|Färg|Storlek|Kön|Ålder|Avdelning|Mönster|Serie|Betyg|Rabatt|Nyhet|I lager|Längd|Bredd|Höjd|Djup|Volym|Vikt|Typ',
  de: 'Kategorie|Produktart|Marke|Preis|Farbe|Größe|Geschlecht|Alter|Abteilung|Muster|Serie|Bewertung|Rabatt|Neuheit|Auf Lager|Länge|Breite|Höhe|Tiefe|Volumen|Gewicht|Art',
  da: 'Kategori|Produkttype|Mærke|Pris|Farve|Størrelse|Køn|Alder|Afdeling|Mønster|Serie|Bedømmelse|Rabat|Nyhed|På lager|Længde|Bredde|Højde|Dybde|Volumen|Vægt|Type',
  nb: 'Kategori|Produkttype|Merke|Pris|Farge|Størrelse|Kjønn|Alder|Avdeling|Mønster|Serie|Vurdering|Rabatt|Nyhet|På lager|Lengde|Bredde|Høyde|Dybde|Volum|Vekt|Type',
  fi: 'Kategoria|Tuotetyyppi|Merkki|Hinta|Väri|Koko|Sukupuoli|Ikä|Osasto|Kuosi|Sarja|Arvio|Alennus|Uutuus|Varastossa|Pituus|Leveys|Korkeus|Syvyys|Tilavuus|Paino|Tyyppi',
  fr: 'Catégorie|Type de produit|Marque|Prix|Couleur|Taille|Genre|Âge|Rayon|Motif|Série|Note|Remise|Nouveauté|En stock|Longueur|Largeur|Hauteur|Profondeur|Volume|Poids|Type',
  es: 'Categoría|Tipo de producto|Marca|Precio|Color|Talla|Género|Edad|Departamento|Estampado|Serie|Valoración|Descuento|Novedad|En stock|Longitud|Anchura|Altura|Profundidad|Volumen|Peso|Tipo',
  nl: 'Categorie|Producttype|Merk|Prijs|Kleur|Maat|Geslacht|Leeftijd|Afdeling|Patroon|Serie|Beoordeling|Korting|Nieuw|Op voorraad|Lengte|Breedte|Hoogte|Diepte|Volume|Gewicht|Type',
  it: 'Categoria|Tipo di prodotto|Marca|Prezzo|Colore|Taglia|Genere|Età|Reparto|Fantasia|Serie|Valutazione|Sconto|Novità|Disponibile|Lunghezza|Larghezza|Altezza|Profondità|Volume|Peso|Tipo',
};
FACETS.no = FACETS.nb;

// In the order of SORT_ORDERS.
const SORTS: Record<string, string> = {
  en: 'Relevance|Newest first|Price, low to high|Price, high to low|Discount|Rating|Name|Length, short to long|Length, long to short|Width, narrow to wide|Width, wide to narrow|Height, low to high|Height, high to low|Depth, shallow to deep|Depth, deep to shallow|Volume, small to large|Volume, large to small|Weight, light to heavy|Weight, heavy to light|Title',
  sv: 'Relevans|Nyast först|Pris, lågt till högt|Pris, högt till lågt|Rabatt|Betyg|Namn|Längd, kort till lång|Längd, lång till kort|Bredd, smal till bred|Bredd, bred till smal|Höjd, låg till hög|Höjd, hög till låg|Djup, grunt till djupt|Djup, djupt till grunt|Volym, liten till stor|Volym, stor till liten|Vikt, lätt till tung|Vikt, tung till lätt|Titel',
  de: 'Relevanz|Neueste zuerst|Preis aufsteigend|Preis absteigend|Rabatt|Bewertung|Name|Länge aufsteigend|Länge absteigend|Breite aufsteigend|Breite absteigend|Höhe aufsteigend|Höhe absteigend|Tiefe aufsteigend|Tiefe absteigend|Volumen aufsteigend|Volumen absteigend|Gewicht aufsteigend|Gewicht absteigend|Titel',
  da: 'Relevans|Nyeste først|Pris, lav til høj|Pris, høj til lav|Rabat|Bedømmelse|Navn|Længde, kort til lang|Længde, lang til kort|Bredde, smal til bred|Bredde, bred til smal|Højde, lav til høj|Højde, høj til lav|Dybde, lav til høj|Dybde, høj til lav|Volumen, lille til stor|Volumen, stor til lille|Vægt, let til tung|Vægt, tung til let|Titel',
  nb: 'Relevans|Nyeste først|Pris, lav til høy|Pris, høy til lav|Rabatt|Vurdering|Navn|Lengde, kort til lang|Lengde, lang til kort|Bredde, smal til bred|Bredde, bred til smal|Høyde, lav til høy|Høyde, høy til lav|Dybde, grunn til dyp|Dybde, dyp til grunn|Volum, lite til stort|Volum, stort til lite|Vekt, lett til tung|Vekt, tung til lett|Tittel',
  fi: 'Osuvuus|Uusimmat ensin|Hinta, halvin ensin|Hinta, kallein ensin|Alennus|Arvio|Nimi|Pituus, lyhin ensin|Pituus, pisin ensin|Leveys, kapein ensin|Leveys, levein ensin|Korkeus, matalin ensin|Korkeus, korkein ensin|Syvyys, matalin ensin|Syvyys, syvin ensin|Tilavuus, pienin ensin|Tilavuus, suurin ensin|Paino, kevyin ensin|Paino, painavin ensin|Otsikko',
  fr: 'Pertinence|Nouveautés d’abord|Prix croissant|Prix décroissant|Remise|Note|Nom|Longueur croissante|Longueur décroissante|Largeur croissante|Largeur décroissante|Hauteur croissante|Hauteur décroissante|Profondeur croissante|Profondeur décroissante|Volume croissant|Volume décroissant|Poids croissant|Poids décroissant|Titre',
  es: 'Relevancia|Novedades primero|Precio de menor a mayor|Precio de mayor a menor|Descuento|Valoración|Nombre|Longitud ascendente|Longitud descendente|Anchura ascendente|Anchura descendente|Altura ascendente|Altura descendente|Profundidad ascendente|Profundidad descendente|Volumen ascendente|Volumen descendente|Peso ascendente|Peso descendente|Título',
  nl: 'Relevantie|Nieuwste eerst|Prijs oplopend|Prijs aflopend|Korting|Beoordeling|Naam|Lengte oplopend|Lengte aflopend|Breedte oplopend|Breedte aflopend|Hoogte oplopend|Hoogte aflopend|Diepte oplopend|Diepte aflopend|Volume oplopend|Volume aflopend|Gewicht oplopend|Gewicht aflopend|Titel',
  it: 'Rilevanza|Novità prima|Prezzo crescente|Prezzo decrescente|Sconto|Valutazione|Nome|Lunghezza crescente|Lunghezza decrescente|Larghezza crescente|Larghezza decrescente|Altezza crescente|Altezza decrescente|Profondità crescente|Profondità decrescente|Volume crescente|Volume decrescente|Peso crescente|Peso decrescente|Titolo',
};
SORTS.no = SORTS.nb;

const EVERYTHING: Record<string, string> = {
  en: 'All',
  sv: 'Alla',
  de: 'Alle',
  da: 'Alle',
  nb: 'Alle',
  no: 'Alle',
  fi: 'Kaikki',
  fr: 'Tout',
  es: 'Todo',
  nl: 'Alles',
  it: 'Tutto',
};

export function facetLabel(id: string, language: string): string {
  const at = FACET_IDS.indexOf(id);
  if (at >= 0) return (FACETS[language] ?? FACETS.en).split('|')[at];
  const name = id.replace(/^custom\.(number\.|length\.)?/, '').replace(/[_-]+/g, ' ');
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

export function sortLabel(order: SortOrder, language: string): string {
  return (SORTS[language] ?? SORTS.en).split('|')[SORT_ORDERS.indexOf(order)];
}

/** The name of the navigation's root. */
export function rootLabel(language: string): string {
  return EVERYTHING[language] ?? EVERYTHING.en;
}
