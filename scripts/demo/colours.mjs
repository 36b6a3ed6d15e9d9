/**
 * Colours: the id that the products carry, the code that pictures and the colour facet use, and the words. Swedish
 * has three forms (en, ett, plural), Finnish two (singular, plural), German one stem that `titles.mjs` declines.
 */
import { rowOf, tableById } from './tables.mjs';

export const COLOURS = tableById(`
id          | hex     | en          | sv                                          | de               | fi
Black       | #1d1d1f | black       | svart svart svarta                          | schwarz          | musta mustat
White       | #f4f4f1 | white       | vit vitt vita                               | weiß             | valkoinen valkoiset
Off-white   | #ebe4d4 | off-white   | benvit benvitt benvita                      | cremeweiß        | luonnonvalkoinen luonnonvalkoiset
Grey        | #8e9297 | grey        | grå grått grå                               | grau             | harmaa harmaat
Charcoal    | #42464c | charcoal    | mörkgrå mörkgrått mörkgrå                   | dunkelgrau       | tummanharmaa tummanharmaat
Navy        | #1f2f52 | navy        | marinblå marinblått marinblå                | marineblau       | tummansininen tummansiniset
Blue        | #2d62b3 | blue        | blå blått blå                               | blau             | sininen siniset
Light blue  | #9dc2e4 | light blue  | ljusblå ljusblått ljusblå                   | hellblau         | vaaleansininen vaaleansiniset
Turquoise   | #23a3a3 | turquoise   | turkos turkost turkosa                      | türkisfarben     | turkoosi turkoosit
Green       | #2f7d48 | green       | grön grönt gröna                            | grün             | vihreä vihreät
Dark green  | #22462f | dark green  | mörkgrön mörkgrönt mörkgröna                | dunkelgrün       | tummanvihreä tummanvihreät
Olive       | #6c6b3c | olive       | olivgrön olivgrönt olivgröna                | olivgrün         | oliivinvihreä oliivinvihreät
Red         | #bf2a31 | red         | röd rött röda                               | rot              | punainen punaiset
Burgundy    | #6c1c2f | burgundy    | vinröd vinrött vinröda                      | weinrot          | viininpunainen viininpunaiset
Pink        | #e39bb0 | pink        | rosa rosa rosa                              | rosafarben       | vaaleanpunainen vaaleanpunaiset
Orange      | #de6b2c | orange      | orange orange orange                        | orangefarben     | oranssi oranssit
Yellow      | #efc437 | yellow      | gul gult gula                               | gelb             | keltainen keltaiset
Mustard     | #c6922d | mustard     | senapsgul senapsgult senapsgula             | senfgelb         | sinapinkeltainen sinapinkeltaiset
Beige       | #d2c0a2 | beige       | beige beige beige                           | beigefarben      | beige beiget
Sand        | #bfa683 | sand        | sandfärgad sandfärgat sandfärgade           | sandfarben       | hiekanvärinen hiekanväriset
Brown       | #6a472b | brown       | brun brunt bruna                            | braun            | ruskea ruskeat
Cognac      | #a15b2b | cognac      | konjaksbrun konjaksbrunt konjaksbruna       | cognacbraun      | konjakinruskea konjakinruskeat
Purple      | #6c4b95 | purple      | lila lila lila                              | violett          | violetti violetit
Silver      | #bcc1c6 | silver      | silverfärgad silverfärgat silverfärgade     | silberfarben     | hopeanvärinen hopeanväriset
Gold        | #c8a24a | gold        | guldfärgad guldfärgat guldfärgade           | goldfarben       | kullanvärinen kullanväriset
Multi       | #5b7fa6 | multicolour | flerfärgad flerfärgat flerfärgade           | mehrfarbig       | monivärinen moniväriset
Clear       | #dfe9ec | clear       | genomskinlig genomskinligt genomskinliga    | transparent      | läpinäkyvä läpinäkyvät
`);

/**
 * Which colours a kind of product comes in.
 * @type {Record<string, string[]>}
 */
export const PALETTES = {
  city: ['Black', 'White', 'Navy', 'Grey', 'Beige', 'Olive', 'Burgundy', 'Light blue', 'Pink', 'Dark green', 'Brown'],
  bright: ['Navy', 'Yellow', 'Red', 'Green', 'Blue', 'Pink', 'Orange', 'Turquoise', 'Purple', 'Multi'],
  denim: ['Blue', 'Light blue', 'Navy', 'Black', 'Grey', 'White'],
  leather: ['Black', 'Brown', 'Cognac', 'Burgundy', 'Beige', 'Navy'],
  shoe: ['White', 'Black', 'Grey', 'Navy', 'Beige', 'Cognac', 'Green', 'Red'],
  soft: ['Off-white', 'Beige', 'Grey', 'Mustard', 'Dark green', 'Light blue', 'Pink', 'Burgundy', 'Charcoal', 'Sand'],
  wood: ['Brown', 'Beige', 'Black', 'White', 'Grey'],
  metal: ['Black', 'White', 'Gold', 'Silver', 'Dark green', 'Mustard', 'Red'],
  clay: ['White', 'Off-white', 'Grey', 'Blue', 'Dark green', 'Sand', 'Black', 'Cognac'],
  glass: ['Clear', 'Green', 'Blue', 'Pink', 'Mustard', 'Grey'],
  trail: ['Olive', 'Navy', 'Orange', 'Charcoal', 'Dark green', 'Red', 'Turquoise', 'Sand', 'Black', 'Yellow'],
  steel: ['Silver', 'Black', 'Olive', 'Blue', 'Red', 'White', 'Orange', 'Turquoise'],
};

/**
 * What `colorInitial` says of a colour: a code, or the name of one that has none.
 * @param {string} id
 */
export function feedColour(id) {
  if (id === 'Silver' || id === 'Gold' || id === 'Multi') return id;
  return id === 'Clear' ? 'Transparent' : rowOf(COLOURS, id).hex;
}

/**
 * Colours that a material allows, whatever the palette of the product.
 * @type {Record<string, string[]>}
 */
export const NATURAL = {
  Brass: ['Gold', 'Black'],
  Oak: ['Beige', 'Brown', 'Black', 'White'],
  Walnut: ['Brown', 'Black'],
  Pine: ['Beige', 'White', 'Grey'],
  Rattan: ['Beige', 'Brown', 'Black', 'Sand'],
  Jute: ['Sand', 'Beige', 'Black', 'Brown'],
  Glass: PALETTES.glass,
  Leather: PALETTES.leather,
  Suede: PALETTES.leather,
  Denim: PALETTES.denim,
  Titanium: ['Silver', 'Black'],
  'Cast iron': ['Black', 'Red', 'Blue', 'Dark green'],
  Acetate: ['Black', 'Brown', 'Cognac', 'Clear', 'Green', 'Burgundy'],
};
