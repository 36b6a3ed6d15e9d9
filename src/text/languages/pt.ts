/** Portuguese; the members are explained in `language.ts`. */
import { portugueseStem } from '../stem/portuguese.js';
import { BASIC_ALPHABET } from './alphabets.js';
import type { Language } from './language.js';

export const portuguese: Language = {
  codes: ['pt'],
  writing: {
    alphabet: BASIC_ALPHABET,
    thousands: '.',
    spacedThousands: true,
  },
  stem: portugueseStem,
  irregularStems: `
    chapéu: chapéus; pão: pães; mão: mãos; ténis: tênis; portátil: portáteis; têxtil: têxteis; fácil: fáceis`,
  stopWords: 'o a os as um uma uns umas e ou mas de do da dos das para em no na nos nas com por ao à é são',
  functionWords: {
    negators: { certain: 'sem exceto excepto', possible: 'não nem nenhum nenhuma' },
    introducers: 'para de do da dos das com sem em no na nos nas a ao por pelo pela contra que',
    conjunctions: 'e ou',
    sizeWords: 'tamanho tamanhos tam número numeração',
    freeOf: '',
    lacking: '',
    onSale: 'saldos promoção desconto',
    fillers: `
      que qual quais como onde quem quando porquê porque eu me mim nós tu te você vocês posso pode podem poderia quero
      quer queria gostaria desejo preciso precisa precisamos procuro procurar procurando busco buscar encontrar
      encontro mostrar mostra mostre ver comprar compro compra encomendar ter tenho tem têm há algo algum alguma alguns
      algumas favor obrigado obrigada olá oi recomendar recomendado recomenda bom boa bons boas melhor melhores bonito
      bonita bonitos bonitas barato barata baratos baratas econômico econômica económico económica online preço par
      tipo é são está um uma uns umas o os as e ou adequado adequada`,
  },
  headFirst: true,
  agreeing: true,
  numberWords: {
    upToTwelve: 'um dois três quatro cinco seis sete oito nove dez onze doze',
    forms: { duas: 2 },
  },
  units: {
    inch: 'polegada polegadas',
    mm: 'milímetro milímetros',
    cm: 'centímetro centímetros',
    m: 'metro metros',
    kg: 'kilo kilos',
    l: 'litro litros',
  },
  currencies: { everywhere: { EUR: 'euro euros', '*': 'dólares' }, here: { '*': 'kr' } },
  bounds: {
    below: `
      menos de, por menos de, de menos de, abaixo de, abaixo dos, inferior a, mais barato que, até, até os, até aos,
      não mais de, no máximo, máximo, um máximo de, preço máximo, orçamento`,
    above: `
      mais de, por mais de, acima de, acima dos, superior a, mais caro que, desde, a partir de, pelo menos, no mínimo,
      mínimo`,
    orLess: 'ou menos, e menos, ou mais barato, max, máx, máximo, no máximo',
    orMore: 'ou mais, e mais, ou mais caro, para cima, mínimo, no mínimo',
    between: 'entre … e, entre os … e os',
    to: 'a, até',
    from: 'de, desde',
    about: 'cerca de, aproximadamente, por volta de, em torno de, ca',
    price: 'preço, preços',
    leads: 'por, para, que, custa, custe, custam, com, a, de, um',
    otherScales: 'tamanho, tamanhos, tam, idade, altura, largura, comprimento, peso, spf, diâmetro, número',
    children: 'crianças criança meninos menino meninas menina bebé bebê',
  },
  thesaurus: `
    mulher, senhora, feminino; homem, cavalheiro, masculino; crianças, infantil; roxo, violeta, lilás;
    azul marinho, azul-marinho, marinho, navy; bordô > bordeaux; dourado > ouro; castanho, marrom; cor-de-rosa, rosa;
    multicolor, colorido; florido, floral, às flores; às riscas, listrado, riscas; xadrez, aos quadrados;
    às bolinhas, bolinhas, poá; pele sintética, couro sintético, imitação de couro; couro > pele;
    t-shirt, camiseta, camisola de manga curta; hoodie, camisola com capuz, moletom com capuz;
    calças de ganga, jeans, calça jeans; ganga > jeans; sapatilhas, sneakers; sapatilhas, sneakers > ténis;
    galochas, botas de borracha; sapatos de salto alto, saltos altos; chinelos, havaianas, flip-flops;
    fato de banho, maiô; roupão, robe; sutiã, soutien; cuecas, calcinha; meias, peúgas; boné, cap; mochila, backpack;
    carteira, porta-moedas; óculos de sol, óculos escuros; sofá, canapé; tv, televisão, televisor;
    telemóvel, celular, smartphone; computador portátil, notebook; auscultadores, fones de ouvido;
    sem fios, sem fio, wireless; frigorífico, geladeira; bicicleta, bike; chupeta, chucha; secador de cabelo, secador;
    protetor solar, protector solar; perfume > eau de parfum, eau de toilette`,
};
