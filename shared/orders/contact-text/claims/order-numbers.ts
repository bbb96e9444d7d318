import { claim, type Draft, isBreak, keyAt, kindAt, type Span, skipSigns, spanText } from './draft.ts';
import { dateEnd } from './house-number.ts';
import { STREET_TYPES } from './words.ts';

const ORDER_WORDS = new Set(
  'pedido pedidos orden ordenes compra venta operacion factura remito presupuesto'.split(' '),
);

/** Words for the order that is sent; the others number a payment or a paper. */
const SENT_WORDS = new Set(['pedido', 'orden']);

const NUMBER_WORDS = new Set('n nro num numero no'.split(' '));

/** Signs and words that make a number the order's: '#', 'n°', 'nro'. 'no' does so only as 'n°' is written, 'no°'. */
const NAMING = new Set('# n nro num numero'.split(' '));

/** Signs that end a number's sentence or part of a list. */
const ENDINGS = new Set([',', ';', '.', '!', ')', ']', '|']);

/** Words between the numbers of several orders: 'pedido #4521 y 4522'. */
const AND = new Set(['y', 'o', '&']);

/** Fewest digits of an order number without a word before it. */
const MIN_DIGITS = 3;

/**
 * Marks the numbers of orders as observations, with the words before them: 'pedido #4521', 'Orden de compra N° 4521'. They are no street
 * and no postal code.
 */
export function claimOrderNumbers(draft: Draft): void {
  for (let index = 0; index < draft.tokens.length; index++) {
    const start = ORDER_WORDS.has(keyAt(draft, index)) ? afterWords(draft, index) : null;
    const end = start === null ? null : numberEnd(draft, start);
    if (start === null || end === null || STREET_TYPES.has(keyAt(draft, index - 1))) continue;
    const span = { from: labelStart(draft, index), to: listEnd(draft, end) };
    if (SENT_WORDS.has(keyAt(draft, index))) addOrder(draft, span, { word: index, number: { from: start, to: end } });
    claim(draft, span, 'observations');
    index = span.to - 1;
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

/**
 * Keeps the number of the order that is sent; '' for one that isn't whole or not the only one: '#4521-A', '#4521 y #4522',
 * 'n° 2 remeras', 'no 4521'. A bare one of a few digits may be a count.
 */
function addOrder(draft: Draft, span: Span, { word, number }: { word: number; number: Span }): void {
  const value = spanText(draft, number);
  const words = draft.tokens.slice(span.from, number.from);
  const isNamed = words.some((_, offset) => isNaming(draft, span.from + offset));
  if (!isNamed && value.length < MIN_DIGITS) return;
  const isDenied = keyAt(draft, word - 1) === 'no' || keyAt(draft, number.from - 1) === 'no';
  const isWhole = span.to === number.to && /^[\d-]+$/.test(value) && endsAt(draft, number.to);
  draft.orders.push({
    ...span,
    value: isWhole && !isDenied ? value : '',
    confidence: isNamed ? 'sure' : 'doubtful',
  });
}

/** Whether a token makes a number the order's. */
function isNaming(draft: Draft, index: number): boolean {
  const key = keyAt(draft, index);
  return NAMING.has(key) || (key === 'no' && /^[°º]$/.test(keyAt(draft, index + 1)));
}

/** Whether a number ends before a token with the text, its line, its sentence or its part of a list. */
function endsAt({ tokens }: Draft, index: number): boolean {
  let next = index;
  while (ENDINGS.has(tokens[next]?.key ?? '')) next++;
  const token = tokens[next];
  return token === undefined || token.key === '\n' || (next > index && !token.glued);
}

/** Returns the end of the last number in '4521 y 4522, #4523', whose first one ends at `first`. */
function listEnd(draft: Draft, first: number): number {
  let to = first;
  for (;;) {
    const next = skipSigns(draft, to, ',;/+-–|');
    const name = AND.has(keyAt(draft, next)) ? next + 1 : next;
    const isNamed = isNaming(draft, name);
    const start = isNamed ? skipSigns(draft, name + 1, '°º:.#') : name;
    // A bare number after a comma may be a postal code.
    const end = isNamed || name > next ? numberEnd(draft, start) : null;
    if (end === null) return to;
    to = end;
  }
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

/** Returns the end of a number such as '4521', '0001-00004521' or '0001 - 00004521'; null for a date and for anything else. */
function numberEnd(draft: Draft, start: number): number | null {
  if (kindAt(draft, start) !== 'number' || dateEnd(draft, start) !== null) return null;
  let to = start + 1;
  while (/^[-–—]$/.test(keyAt(draft, to)) && kindAt(draft, to + 1) === 'number') {
    if (isBreak(draft, to) && !isPaper(keyAt(draft, to - 1), keyAt(draft, to + 1))) break;
    to += 2;
  }
  return to;
}

/** Whether two numbers are one of an invoice, '0001 - 00004521'; others may be a postal code or a document. */
const isPaper = (first: string, second: string) =>
  second.startsWith('0') || (first.startsWith('0') && second.length === 8);
