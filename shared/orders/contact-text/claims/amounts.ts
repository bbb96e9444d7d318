import { claim, type Draft, keyAt, kindAt } from './draft.ts';
import { STREET_TYPES } from './words.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Words before an amount of money. 'Pago Largo 300' is a street: its number doesn't follow the word. */
const BEFORE = words('total precio pago pague abono abone monto importe cuesta sale transferi deposite subtotal');

/** Words between them and the amount. */
const BETWEEN = words('es de son con por era fue los las unos');

const MONEY = words('$ u$s us$ ars usd');

const AFTER = words('pesos peso lucas luca mangos usd dolares ars');

/** Words before a number of articles. */
const ARTICLES = words('talle talles cantidad cant combo promo');

/**
 * Marks amounts of money and sizes as observations: 'total $15.500', 'son 3100 pesos', 'pago 5000 en efectivo', 'talle 42'. Their numbers
 * are no house number and no postal code.
 */
export function claimAmounts(draft: Draft): void {
  for (let index = 0; index < draft.tokens.length; index++) {
    if (kindAt(draft, index) !== 'number') continue;
    const from = wordBefore(draft, index);
    const hasCurrency = AFTER.has(keyAt(draft, index + 1));
    if (from === null && !hasCurrency) continue;
    claim(draft, { from: from ?? index, to: hasCurrency ? index + 2 : index + 1 }, 'observations');
  }
}

/** Returns the index of the word that makes a number an amount or a size; null without one. */
function wordBefore(draft: Draft, number: number): number | null {
  let index = number - 1;
  const start = index;
  while (index > start - MAX_BETWEEN && isBetween(draft, index)) index--;
  const key = keyAt(draft, index);
  const isWord = BEFORE.has(key) || ARTICLES.has(key);
  if (isWord && !STREET_TYPES.has(keyAt(draft, index - 1))) return index;
  return MONEY.has(keyAt(draft, start)) ? start : null;
}

/** Most words and signs between a word and its amount: 'total: son $'. */
const MAX_BETWEEN = 4;

const isBetween = (draft: Draft, index: number) => {
  const key = keyAt(draft, index);
  return key === ':' || key === '=' || BETWEEN.has(key) || MONEY.has(key);
};
