import { claim, type Draft, isBreak, isGlued, keyAt, kindAt, type Span, skipSigns, spanText } from './draft.ts';
import { dateEnd } from './house-number.ts';
import { STREET_TYPES } from './words.ts';

const ORDER_WORDS = new Set('pedido orden compra venta operacion factura remito presupuesto'.split(' '));

/** Words for the order that is sent; the others number a payment or a paper. */
const SENT_WORDS = new Set(['pedido', 'orden']);

const NUMBER_WORDS = new Set('n nro num numero no'.split(' '));

/** What makes a number after 'pedido' the order's: '#', 'n°', 'nro'; not 'no', as in 'pedido no 2, sino 3'. */
const NAMING = new Set('# n nro num numero'.split(' '));

/** What ends a number: after '#4521-A', '#45A21', '#4521 y #4522' or 'n° 2 remeras' it isn't the order's whole number. */
const ENDINGS = new Set(['\n', ',', ';', ')', ']', '|']);

/** Fewest digits of an order number without a word before it. */
const MIN_DIGITS = 3;

/**
 * Marks the numbers of orders as observations, with the words before them: 'pedido #4521', 'Orden de compra N° 4521'. They are no street
 * and no postal code.
 */
export function claimOrderNumbers(draft: Draft): void {
  for (let index = 0; index < draft.tokens.length; index++) {
    const start = ORDER_WORDS.has(keyAt(draft, index)) ? afterWords(draft, index) : null;
    const to = start === null ? null : numberEnd(draft, start);
    if (to === null || STREET_TYPES.has(keyAt(draft, index - 1))) continue;
    const span = { from: labelStart(draft, index), to };
    if (start !== null && SENT_WORDS.has(keyAt(draft, index))) addOrder(draft, span, { word: index, start });
    claim(draft, span, 'observations');
    index = to - 1;
  }
}

/**
 * Marks '#4521' on a line of its own, or at the beginning of the text, as observations. Called after the street was read: its number
 * may stand on the next line.
 */
export function claimLoneOrderNumbers(draft: Draft): void {
  for (let index = 0; index < draft.tokens.length; index++) {
    if (keyAt(draft, index) !== '#' || (index > 0 && draft.tokens[index - 1]?.key !== '\n')) continue;
    const to = numberEnd(draft, index + 1);
    const isLong = (draft.tokens[index + 1]?.key ?? '').length >= MIN_DIGITS;
    const isLineEnd = to !== null && (to === draft.tokens.length || draft.tokens[to]?.key === '\n');
    if (to !== null && isLong && (isLineEnd || index === 0)) claim(draft, { from: index, to }, 'observations');
  }
}

/** Keeps the number of the order that is sent. A bare one of a few digits may be a count. */
function addOrder(draft: Draft, span: Span, { word, start }: { word: number; start: number }): void {
  if (!endsAt(draft, span.to)) return;
  const value = spanText(draft, { from: start, to: span.to });
  const isNamed = span.from < word || draft.tokens.slice(word + 1, start).some(({ key }) => NAMING.has(key));
  if (isNamed || value.length >= MIN_DIGITS) {
    draft.orders.push({ ...span, value, confidence: isNamed ? 'sure' : 'doubtful' });
  }
}

/** Whether a number ends before a token with the text, its line, its sentence or its part of a list. */
function endsAt(draft: Draft, index: number): boolean {
  const key = draft.tokens[index]?.key;
  return key === undefined || ENDINGS.has(key) || (key === '.' && !isGlued(draft, index + 1));
}

/** Returns the index after 'pedido', 'orden de compra N° ' or 'factura: #'. */
function afterWords(draft: Draft, index: number): number {
  const isDouble = keyAt(draft, index + 1) === 'de' && ORDER_WORDS.has(keyAt(draft, index + 2));
  const start = skipSigns(draft, isDouble ? index + 3 : index + 1, ':.#-');
  return NUMBER_WORDS.has(keyAt(draft, start)) ? skipSigns(draft, start + 1, '°º:.#') : start;
}

/** Returns where 'Número de' or 'N°' before an order's word begins. */
function labelStart(draft: Draft, index: number): number {
  const hasOf = keyAt(draft, index - 1) === 'de';
  const end = hasOf ? index - 2 : index - 1;
  const before = /^[°º.]$/.test(keyAt(draft, end)) ? end - 1 : end;
  const words = hasOf || before < end ? NUMBER_WORDS : NAMING;
  return words.has(keyAt(draft, before)) ? before : index;
}

/** Returns the end of a number such as '4521' or '0001-00004521'; null for a date and for anything else. */
function numberEnd(draft: Draft, start: number): number | null {
  if (kindAt(draft, start) !== 'number' || dateEnd(draft, start) !== null) return null;
  let to = start + 1;
  while (keyAt(draft, to) === '-' && !isBreak(draft, to) && kindAt(draft, to + 1) === 'number') to += 2;
  return to;
}
