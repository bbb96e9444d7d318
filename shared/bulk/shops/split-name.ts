import { normalizeHeader } from '#shared/bulk/file/normalize-header.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { isGivenName, isNameParticle } from '#shared/orders/contact-text/claims/given-names.ts';
import { COMPANY_WORDS, TITLES } from '#shared/orders/contact-text/claims/words.ts';
import { readContact } from '#shared/orders/contact-text/read-contact.ts';
import { NO_DOCUMENT } from '#shared/orders/rules/place/document.ts';
import { longTextReason } from './long-text.ts';

/** A full name in the two fields of an order. */
export interface SplitName {
  nombre: string;
  apellido: string;
  /** True when a person has to check where the name was divided. */
  doubtful: boolean;
  /** Why the text wasn't read, in Spanish: it is in `nombre`. */
  refused?: string;
}

/** Last name of somebody who gave a single name: «sin datos». */
const NO_LAST_NAME = NO_DOCUMENT;

/** Which of the two names a column has first; null if its header doesn't say. */
export type NameOrder = 'first' | 'last' | null;

/** Returns the order of names in a column: 'Nombre y apellido' or 'Apellido, nombre'. One with 'nombre' twice has no order. */
export function nameOrder(header: string): NameOrder {
  const key = normalizeHeader(header);
  const [first, last] = [key.indexOf('nombre'), key.indexOf('apellido')];
  if (first < 0 || last < 0 || first !== key.lastIndexOf('nombre')) return null;
  return first < last ? 'first' : 'last';
}

/** Words that belong to no person's name, besides words of companies: places, shops, titles and placeholders. */
const NO_NAMES: ReadonlySet<string> = new Set(
  [
    'familia flia consorcio edificio colegio escuela instituto jardin club hotel hospital iglesia municipalidad transporte deposito oficina',
    'local casa depto departamento recepcion cliente clienta consumidor comprador compradora destinatario final senor senora senorita',
    'sin no tiene ninguno nombre apellido nombres apellidos datos prueba test el lo moda',
  ].flatMap((line) => line.split(' ')),
);

/** Whether a word names a shop: carnicería, mueblería. Valeria is a given name. */
const isShop = (key: string) => key.length > 5 && key.endsWith('eria') && !isGivenName(key);

/** Endings of last names that few given names have: Benítez, Díaz, Muñiz. */
const PATRONYMIC = /(?:ez|diaz|ruiz|ortiz|muniz)$/;

/** Two words, or a last name and a comma before the first name. */
const TWO_WORDS = /^(\p{L}[\p{L}\p{M}'’-]*\p{L})( | ?, ?)(\p{L}[\p{L}\p{M}'’-]*\p{L})$/u;

/**
 * Divides a name of two words that can be read in one way: by a comma, by the column's order, or because the first word is a known given
 * name and the second one ends as last names do. Null for any other name, also for one in the other order than its column.
 */
function splitTwoWords(text: string, order: NameOrder): SplitName | null {
  const [, one = '', between = '', two = ''] = TWO_WORDS.exec(text) ?? [];
  const keys = [fold(one), fold(two)] as const;
  const mayBeOther = (key: string) =>
    isNameParticle(key) || COMPANY_WORDS.has(key) || TITLES.has(key) || NO_NAMES.has(key) || isShop(key);
  if (one === '' || keys.some(mayBeOther)) return null;
  const isLast = PATRONYMIC.test(keys[1]) && isGivenName(keys[0]) ? 'first' : null;
  const known = between.includes(',') ? 'last' : (order ?? isLast);
  if (known === null) return null;
  const [first, last] = known === 'first' ? keys : [keys[1], keys[0]];
  // In the column's own order a last name may be a given name, too: 'Oscar Vera'.
  const isUsual = order === 'first' && known === 'first' && isGivenName(first);
  if ((isGivenName(last) && !isUsual) || (PATRONYMIC.test(first) && !isGivenName(first))) return null;
  return known === 'first'
    ? { nombre: one, apellido: two, doubtful: false }
    : { nombre: two, apellido: one, doubtful: false };
}

/** Splits a full name as a shop or a spreadsheet stores it. Loses no word. */
export function splitName(full: string, order: NameOrder = null): SplitName {
  const text = full.replace(/\s+/g, ' ').trim();
  if (text === '') return { nombre: '', apellido: '', doubtful: false };
  const refused = longTextReason(text, 'nombre');
  if (refused) return { nombre: text, apellido: '', doubtful: false, refused };
  const two = splitTwoWords(text, order);
  if (two) return two;
  const { first_name, last_name } = readContact(`Nombre: ${text}`).parts;
  if (first_name && last_name && wordsOf(`${first_name.value} ${last_name.value}`) === wordsOf(text)) {
    const doubtful = first_name.confidence === 'doubtful' || last_name.confidence === 'doubtful';
    return { nombre: first_name.value, apellido: last_name.value, doubtful };
  }
  const at = text.lastIndexOf(' ');
  return at < 0
    ? { nombre: text, apellido: NO_LAST_NAME, doubtful: true }
    : { nombre: text.slice(0, at), apellido: text.slice(at + 1), doubtful: true };
}

const wordsOf = (text: string) => (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).sort().join(' ');
