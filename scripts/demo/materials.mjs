/**
 * Materials: the label in four languages, and the form that stands before a noun in a compound ("linne" + "skjorta",
 * "Baumwoll" + "hemd", "villa" + "paita"). `-`: the material forms no compound; `cost` is a factor on the price.
 */
import { tableById } from './tables.mjs';

export const MATERIALS = tableById(`
id                 | cost | en                 | sv                   | svWith   | de                   | deWith    | fi                      | fiWith
Cotton             | 1.0  | cotton             | bomull               | bomulls  | Baumwolle            | Baumwoll  | puuvilla                | puuvilla
Organic cotton     | 1.2  | organic cotton     | ekologisk bomull     | bomulls  | Bio-Baumwolle        | Baumwoll  | luomupuuvilla           | puuvilla
Linen              | 1.4  | linen              | linne                | linne    | Leinen               | Leinen    | pellava                 | pellava
Wool               | 1.5  | wool               | ull                  | ull      | Wolle                | Woll      | villa                   | villa
Merino wool        | 1.7  | merino wool        | merinoull            | merino   | Merinowolle          | Merino    | merinovilla             | merino
Cashmere           | 2.6  | cashmere           | kashmir              | kashmir  | Kaschmir             | Kaschmir  | kašmir                  | kašmir
Silk               | 2.2  | silk               | siden                | siden    | Seide                | Seiden    | silkki                  | silkki
Viscose            | 0.9  | viscose            | viskos               | viskos   | Viskose              | Viskose   | viskoosi                | viskoosi
Denim              | 1.1  | denim              | denim                | jeans    | Denim                | Jeans     | denim                   | farkku
Leather            | 2.0  | leather            | läder                | läder    | Leder                | Leder     | nahka                   | nahka
Suede              | 1.8  | suede              | mocka                | mocka    | Wildleder            | Wildleder | mokkanahka              | mokka
Canvas             | 0.9  | canvas             | kanvas               | kanvas   | Canvas               | Canvas    | kangas                  | kangas
Fleece             | 1.0  | fleece             | fleece               | -        | Fleece               | -         | fleece                  | -
Down               | 1.8  | down               | dun                  | dun      | Daunen               | Daunen    | untuva                  | untuva
Recycled polyester | 1.0  | recycled polyester | återvunnen polyester | -        | recyceltes Polyester | -         | kierrätetty polyesteri  | -
Nylon              | 1.0  | nylon              | nylon                | -        | Nylon                | -         | nailon                  | -
Rubber             | 0.9  | rubber             | gummi                | gummi    | Gummi                | Gummi     | kumi                    | kumi
Acetate            | 1.0  | acetate            | acetat               | -        | Acetat               | -         | asetaatti               | -
Oak                | 1.4  | oak                | ek                   | ek       | Eiche                | Eichen    | tammi                   | tammi
Walnut             | 1.7  | walnut             | valnöt               | valnöts  | Nussbaum             | Nussbaum  | pähkinäpuu              | pähkinäpuu
Pine               | 0.8  | pine               | furu                 | furu     | Kiefer               | Kiefern   | mänty                   | mänty
Steel              | 1.0  | steel              | stål                 | stål     | Stahl                | Stahl     | teräs                   | teräs
Cast iron          | 1.5  | cast iron          | gjutjärn             | gjutjärns| Gusseisen            | Gusseisen | valurauta               | valurauta
Brass              | 1.4  | brass              | mässing              | mässings | Messing              | Messing   | messinki                | messinki
Aluminium          | 1.1  | aluminium          | aluminium            | aluminium| Aluminium            | Aluminium | alumiini                | alumiini
Titanium           | 2.1  | titanium           | titan                | titan    | Titan                | Titan     | titaani                 | titaani
Glass              | 1.0  | glass              | glas                 | glas     | Glas                 | Glas      | lasi                    | lasi
Porcelain          | 1.2  | porcelain          | porslin              | porslins | Porzellan            | Porzellan | posliini                | posliini
Ceramic            | 1.0  | ceramic            | keramik              | keramik  | Keramik              | Keramik   | keramiikka              | keramiikka
Rattan             | 1.0  | rattan             | rotting              | rotting  | Rattan               | Rattan    | rottinki                | rottinki
Jute               | 0.9  | jute               | jute                 | jute     | Jute                 | Jute      | juutti                  | juutti
Velvet             | 1.3  | velvet             | sammet               | sammets  | Samt                 | Samt      | sametti                 | sametti
`);
