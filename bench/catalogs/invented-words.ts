/**
 * What the products of the invented catalog are called and have: types, colours, sizes and the like, and made-up words.
 */
import { stream } from './chance.js';

/** What a product is called in English and Swedish. */
interface Named {
  en: string;
  sv: string;
}

/** Lines and columns of three words each, with hyphens for the spaces of the first. */
function table(text: string): [en: string, sv: string, third: string][] {
  return text
    .split(/[|\n]/)
    .filter(Boolean)
    .map(row => {
      const [en, sv, third] = row.trim().split(' ');
      return [en.replace('-', ' '), sv, third];
    });
}

export interface ProductType extends Named {
  /** A key of SIZES. */
  sizes: string;
}

/** Most frequent first. */
export const TYPES: readonly ProductType[] = table(`
dress klänning letters | shirt skjorta letters | jeans jeans waist | jacket jacka letters | coat kappa letters
sweater tröja letters | cardigan kofta letters | skirt kjol letters | trousers byxor waist | shorts shorts letters
blouse blus letters | hoodie luvtröja letters | vest väst letters | suit kostym letters | leggings tights letters
sneakers gympaskor shoes | boots kängor shoes | sandals sandaler shoes | loafers loafers shoes | slippers tofflor shoes
backpack ryggsäck one | handbag handväska one | wallet plånbok one | belt bälte letters | scarf halsduk one
hat hatt letters | gloves handskar letters | socks strumpor letters | watch klocka one | sunglasses solglasögon one
sofa soffa one | armchair fåtölj one | lamp lampa one | rug matta one | curtain gardin one | pillow kudde one
blanket filt one | mirror spegel one | shelf hylla one | desk skrivbord one | vase vas one | candle ljus one
kettle vattenkokare one | saucepan kastrull one | frying-pan stekpanna one | teapot tekanna one | bowl skål one
tent tält one | sleeping-bag sovsäck one | stove kök one | torch ficklampa one | rope rep one | helmet hjälm letters
bicycle cykel one | skis skidor one | skates skridskor shoes | racket racket one | football fotboll one
headphones hörlurar one | speaker högtalare one | keyboard tangentbord one | charger laddare one | camera kamera one
shampoo schampo one | perfume parfym one | lipstick läppstift one | towel handduk one | razor rakhyvel one`).map(
  ([en, sv, sizes]) => ({ en, sv, sizes }),
);

export interface Colour extends Named {
  hex: string;
}

/** Most frequent first. */
export const COLOURS: readonly Colour[] = table(`
black svart #000000 | white vit #ffffff | blue blå #1e50a2 | grey grå #808080 | red röd #c8102e | green grön #2e7d32
beige beige #d8c8a8 | brown brun #6b4423 | pink rosa #f48fb1 | yellow gul #fbc02d | purple lila #6a1b9a
orange orange #ef6c00 | turquoise turkos #26a69a | navy marinblå #10204b | khaki khaki #8a8450`).map(
  ([en, sv, hex]) => ({ en, sv, hex }),
);

/** By kind of size, most frequent first. */
export const SIZES: Readonly<Record<string, readonly string[]>> = {
  letters: ['S', 'M', 'L', 'XL', 'XS', 'XXL'],
  waist: ['32/32', '34/32', '31/32', '33/34', '30/30', '36/34'],
  shoes: ['42', '40', '39', '43', '41', '38', '44', '37', '45', '36'],
  one: ['One size'],
};
export const MATERIALS = ['cotton', 'polyester', 'wool', 'leather', 'linen', 'steel', 'oak', 'silk', 'nylon', 'glass'];
export const SEASONS = ['all year', 'summer', 'winter', 'spring', 'autumn'];
export const GENDERS = ['Women', 'Men', 'Unisex', 'Girls', 'Boys'];
export const STORES = ['london', 'leeds', 'stockholm', 'malmo'];

/**
 * Different words of syllables, the same for the same name: a quarter of two syllables, then those of three.
 * @param name of the stream that they are drawn from
 */
export function inventedWords(count: number, name: string): string[] {
  const draws = stream(name);
  const starts = ['b', 'br', 'd', 'f', 'fl', 'g', 'h', 'k', 'kl', 'l', 'm', 'n', 'p', 'r', 's', 'st', 't', 'tr', 'v'];
  const middles = ['a', 'e', 'i', 'o', 'u', 'ea', 'oi'];
  const ends = ['', 'l', 'n', 'r', 's', 't', 'm', 'nd', 'rk'];
  const words = new Set<string>();
  while (words.size < count) {
    let word = '';
    for (let i = 0; i < (words.size < count / 4 ? 2 : 3); i++) word += draws.pick(starts) + draws.pick(middles);
    words.add(word + draws.pick(ends));
  }
  return [...words];
}

/** With the first letter in upper case. */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
