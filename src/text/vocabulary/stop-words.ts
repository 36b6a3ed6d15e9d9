/**
 * Function words by language: few and certain. They weigh little in a query, they are not removed.
 */
import { rulesOf } from '../languages/rules.js';

const LISTS: Record<string, string> = {
  en: 'a an the and or but of for in on at to with by from as is are be it this that these those your you our my their its',
  sv: 'en ett den det de och eller men av för i på till med från som är om vid din ditt dina vår vårt våra min mitt mina',
  da: 'en et den det de og eller men af for i på til med fra som er om ved din dit dine vores min mit mine',
  no: 'en et ei den det de og eller men av for i på til med fra som er om ved din ditt dine vår vårt våre min mitt mine',
  fi: 'ja tai mutta on ei se ne ovat joka että kun myös sekä kanssa',
  de: 'der die das den dem des ein eine einen einem einer eines und oder aber für mit von vom zu zum zur im in am an auf aus bei ist sind als dein deine unser unsere',
  nl: 'de het een en of maar van voor in op aan met te bij uit naar is zijn als om die dat deze dit je uw onze mijn',
  fr: 'le la les l un une des du de d et ou mais pour en dans sur avec par au aux est sont ce cette ces',
  es: 'el la los las un una unos unas y o pero de del para en con por al a es son su sus este esta',
  it: 'il lo la i gli le un uno una e o di del della dei delle da per in con su a al alla è sono',
  pt: 'o a os as um uma uns umas e ou mas de do da dos das para em no na nos nas com por ao à é são',
  pl: 'i lub oraz ale dla z ze w we na do od po o u za przy jest są to',
};

/** The function words of a language, folded; empty where none are known. */
export function stopWordsOf(language: string, fold: (text: string) => string): Set<string> {
  const words = LISTS[rulesOf(language)] ?? '';
  return new Set(fold(words).split(' ').filter(Boolean));
}
