/**
 * Invented brands, each with the collections its products belong to. `tier` is a factor on the price.
 */
import { tableById, words } from './tables.mjs';

const BRANDS = tableById(`
brand            | code | worlds          | tier | collections
Bramblewick      | BRW  | fashion         | 1.0  | Thistle,Harrow,Dapple,Sorrel
Norrglimt        | NOG  | fashion,outdoor | 1.2  | Skare,Dimma,Rimfrost,Glänta
Peltergate       | PLG  | fashion         | 1.4  | Cobble,Lantern,Archway,Mews
Hallonby         | HAL  | fashion         | 0.8  | Smultron,Blåbär,Klöver,Vitsippa
Quillmoor        | QLM  | fashion         | 1.1  | Sedge,Plover,Curlew,Reed
Mooskamp         | MSK  | fashion,outdoor | 1.1  | Farn,Lichtung,Wipfel,Moor
Marlow & Finch   | MRF  | fashion         | 1.5  | Piccolo,Overture,Sonata,Ballad
Tuvholm          | TUV  | fashion         | 0.9  | Segel,Brygga,Skär,Vik
Wrenfold         | WRF  | fashion         | 0.9  | Nettle,Clover,Bramble,Hazel
Sternquell       | STQ  | fashion         | 1.2  | Polar,Mond,Komet,Nova
Dunewright       | DNW  | fashion         | 1.0  | Marram,Shingle,Driftwood,Tidal
Kaislamo         | KSL  | fashion,home    | 1.1  | Kaste,Usva,Pihlaja,Kanerva
Larkspoole       | LKS  | fashion         | 0.8  | Pebble,Poppy,Daisy,Fern
Vintergrund      | VGR  | fashion         | 1.3  | Kvist,Näver,Ljung,Kotte
Lumenholt        | LMH  | home            | 1.3  | Halo,Ember,Dawn,Prism
Björkvad         | BJV  | home            | 1.0  | Stilla,Enkel,Rymd,Linje
Kettlestead      | KTS  | home            | 0.9  | Hearth,Larder,Orchard,Pantry
Nebelhaus        | NBH  | home            | 1.4  | Kante,Bogen,Raster,Form
Osmundgård       | OSM  | home            | 1.1  | Smedja,Lada,Loft,Farstu
Ferncastle       | FRC  | home            | 0.8  | Meadow,Arbour,Trellis,Ivy
Tyynila          | TYY  | home            | 1.2  | Hilja,Aava,Ranta,Lumo
Oakhurdle        | OKH  | home            | 1.1  | Grain,Mortise,Burr,Dovetail
Skogsvalla       | SKV  | outdoor         | 1.2  | Led,Rast,Topp,Fjäll
Cairnbeck        | CNB  | outdoor         | 1.1  | Scree,Tarn,Ridge,Fell
Ravenspeak       | RVP  | outdoor         | 1.4  | Summit,Couloir,Col,Cornice
Grathorn         | GRH  | outdoor         | 1.3  | Gipfel,Kar,Joch,Grat
Tundrelle        | TND  | outdoor         | 1.0  | Lichen,Sedna,Willow,Drift
Vaarakko         | VRK  | outdoor         | 0.9  | Tunturi,Laavu,Polku,Suo
`);

/** Brands of a world (`fashion`, `home`, `outdoor`). */
export const brandsOf = (/** @type {string} */ world) =>
  [...BRANDS.values()]
    .filter(row => words(row.worlds).includes(world))
    .map(row => ({
      name: row.brand,
      code: row.code,
      tier: Number(row.tier),
      collections: words(row.collections),
    }));
