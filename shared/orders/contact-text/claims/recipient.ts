import { type Draft, isBreak, keyAt, kindAt, type Span, skipSigns, spanKey } from './draft.ts';
import { isGivenName } from './given-names.ts';
import { townProvinces } from './localities.ts';
import { provinceOfKey } from './province-name.ts';
import { REMARK_WORDS, SENTENCE_WORDS, STREET_TYPES } from './words.ts';

const RELATIVES = new Set(
  'vieja viejo mama papa madre padre hermana hermano hija hijo novia novio esposa esposo mujer marido pareja senora tia tio abuela abuelo suegra suegro cunada cunado prima primo sobrina sobrino nieta nieto madrina padrino amiga amigo vecina vecino socia socio jefa jefe companera companero'.split(
    ' ',
  ),
);

const POSSESSIVES = /^(mi|su|la|el)$/;

/** Words that announce the receiver. */
const ANNOUNCES = /^(para|recibe|recibira|retira|recibirlo|recibir)$/;

/** Words before them that say nothing else: 'es para', 'lo recibe'. */
const BEFORE = /^(es|va|son|lo|la|envio)$/;

/** Most words of a name. */
const MAX_WORDS = 5;

/** A name that is announced as the receiver's: 'es para mi vieja Norma Quiroga'. */
export interface Recipient {
  name: Span;
  /** Words before the name without any information, such as 'es para'; null if they name a relative. */
  label: Span | null;
  /** False for 'para Norma Quiroga', which may be a place. */
  isCertain: boolean;
}

/** Returns the first recipient whose name begins with a given name; null without one. */
export function findRecipient(draft: Draft): Recipient | null {
  for (let index = 0; index < draft.tokens.length; index++) {
    const recipient = ANNOUNCES.test(keyAt(draft, index)) ? announcedAt(draft, index) : null;
    if (recipient) return recipient;
    // 'Avisar a mi hijo Lucas Pérez' names no receiver, 'Recibe: mi hijo Lucas Pérez' does.
    const name = draft.owners[index - 1] === 'label' ? nameOfRelative(draft, index) : null;
    if (name) return { name, label: null, isCertain: true };
  }
  return null;
}

function announcedAt(draft: Draft, index: number): Recipient | null {
  const ofRelative = nameOfRelative(draft, index + 1);
  if (ofRelative) return { name: ofRelative, label: null, isCertain: true };
  const name = nameAt(draft, index + 1);
  // 'para Rosario Santa Fe' and 'para Francisco Álvarez' name places.
  if (!name || mayBePlace(draft, name)) return null;
  const from = BEFORE.test(keyAt(draft, index - 1)) ? index - 1 : index;
  // 'Timbre para Laura Gómez' is a remark.
  const begins = from === 0 || isBreak(draft, from - 1) || draft.owners[from - 1] !== null;
  return begins ? { name, label: { from, to: name.from }, isCertain: false } : null;
}

/** Returns the name after 'mi vieja' or 'la señora'. */
function nameOfRelative(draft: Draft, index: number): Span | null {
  if (!POSSESSIVES.test(keyAt(draft, index)) || !RELATIVES.has(keyAt(draft, index + 1))) return null;
  return nameAt(draft, skipSigns(draft, index + 2, ',:'));
}

/** Returns a given name with a last name. Before a number the words may end with a street. */
function nameAt(draft: Draft, from: number): Span | null {
  const to = nameEnd(draft, from);
  return isGivenName(keyAt(draft, from)) && to - from > 1 && kindAt(draft, to) !== 'number' ? { from, to } : null;
}

function nameEnd(draft: Draft, from: number): number {
  let to = from;
  while (to < from + MAX_WORDS && kindAt(draft, to) === 'word' && !isBreak(draft, to) && !endsName(keyAt(draft, to)))
    to++;
  return to;
}

const endsName = (key: string) =>
  [SENTENCE_WORDS, REMARK_WORDS, STREET_TYPES].some((words) => words.has(key)) || key === 'dni' || key === 'tel';

/** Whether words begin with a listed town, or are a town or a province as a whole. */
export function mayBePlace(draft: Draft, { from, to }: Span): boolean {
  const key = spanKey(draft, { from, to });
  return townProvinces(keyAt(draft, from)).length > 0 || townProvinces(key).length > 0 || provinceOfKey(key) !== null;
}
