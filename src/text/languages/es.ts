/** Spanish; the members are explained in `language.ts`. */
import { spanishStem } from '../stem/spanish.js';
import { SPANISH_ALPHABET } from './alphabets.js';
import type { Language } from './language.js';

export const spanish: Language = {
  codes: ['es'],
  writing: {
    alphabet: SPANISH_ALPHABET,
    thousands: '.',
    spacedThousands: true,
  },
  stem: spanishStem,
  irregularStems: 'luz: luces; pez: peces; lápiz: lápices; jersey: jerséis jerseys',
  stopWords: 'el la los las un una unos unas y o pero de del para en con por al a es son su sus este esta',
  functionWords: {
    negators: { certain: 'sin excepto salvo', possible: 'no ni ningún ninguno ninguna' },
    introducers: 'para de del con sin en a al por contra que',
    conjunctions: 'y e o',
    sizeWords: 'talla tallas talle talles número',
    freeOf: '',
    lacking: '',
    onSale: 'rebajas rebajado oferta ofertas descuento',
    fillers: `
      qué que cuál cuáles cómo dónde quién cuándo yo me mi nos tú usted ustedes puedo puede pueden podría quiero quiere
      quisiera querría deseo necesito necesita necesitamos busco buscar buscando busca encontrar encuentro enséñame
      muéstrame mostrar ver comprar compro compra pedir tener tengo tiene tienen hay algo alguno alguna algún algunos
      algunas favor gracias hola recomendar recomendado recomendada recomiendas bueno buena buenos buenas buen mejor
      mejores bonito bonita bonitos bonitas barato barata baratos baratas económico económica económicos económicas
      online precio par tipo es son está un una unos unas el la los las y o adecuado adecuada`,
  },
  headFirst: true,
  agreeing: true,
  numberWords: {
    upToTwelve: 'uno dos tres cuatro cinco seis siete ocho nueve diez once doce',
    forms: {},
  },
  units: {
    inch: 'pulgada pulgadas',
    mm: 'milímetro milímetros',
    cm: 'centímetro centímetros',
    m: 'metro metros',
    g: 'gramos',
    kg: 'kilo kilos',
    ml: 'mililitros',
    l: 'litro litros',
  },
  currencies: { everywhere: { EUR: 'euro euros', '*': 'dólares' }, here: { '*': 'kr' } },
  bounds: {
    below: `
      menos de, por menos de, de menos de, por debajo de, debajo de, inferior a, más barato que, hasta, no más de,
      como máximo, máximo, un máximo de, bajo, precio máximo, presupuesto`,
    above: `
      más de, por más de, por encima de, encima de, superior a, más caro que, desde, a partir de, al menos,
      como mínimo, mínimo`,
    orLess: 'o menos, y menos, o más barato, max, máx, máximo, como máximo',
    orMore: 'o más, y más, o más caro, en adelante, mínimo, como mínimo',
    between: 'entre … y, entre … e, entre los … y',
    to: 'a, hasta',
    from: 'de, desde',
    about: 'alrededor de, aproximadamente, unos, sobre, cerca de, circa, ca',
    price: 'precio, precios',
    leads: 'por, para, que, cuesta, cueste, cuesten, con, a, de, un',
    otherScales: 'talla, tallas, edad, altura, alto, ancho, largo, longitud, fondo, peso, spf, diámetro, número',
    children: 'niños niño niñas niña bebé bebés',
  },
  thesaurus: `
    mujer, señora, dama; hombre, caballero; niños, infantil; bebé, recién nacido; morado, violeta, lila;
    azul marino, marino, navy; burdeos, granate; dorado > oro; de flores, floral, floreado; de rayas, rayado, a rayas;
    de cuadros, a cuadros; de lunares, lunares; piel sintética, polipiel, cuero sintético; cuero > piel;
    camiseta, playera, t-shirt; jersey, suéter; sudadera con capucha, hoodie; chaqueta, americana > blazer;
    vaqueros, jeans, tejanos; pantalón de chándal, joggers; zapatillas, deportivas, sneakers;
    botas de agua, botas de lluvia; zapatos de tacón, tacones; chanclas, flip-flops; bañador, traje de baño;
    albornoz, bata de baño; sujetador, sostén, bra; bragas, panties; gorra, cap; mochila, backpack; cartera, billetera;
    gafas de sol, lentes de sol; gafas, anteojos; sofá, diván; televisor, televisión, tele, tv;
    móvil, teléfono móvil, celular, smartphone; ordenador portátil, laptop; auriculares, audífonos;
    inalámbrico, sin cables; frigorífico, nevera; bicicleta, bici; cochecito, carrito de bebé; chupete, chupón;
    secador de pelo, secador; crema solar, protector solar; perfume > eau de parfum, eau de toilette;
    premamá, maternidad, embarazada`,
};
