import { readContact } from '#shared/rules/contact-text/read-contact.ts';
import { NO_DOCUMENT } from '#shared/rules/document.ts';
import { fold } from '#shared/rules/fold.ts';
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

/** Splits a full name as a shop stores it. Loses no word. */
export function splitName(full: string): SplitName {
  const text = full.replace(/\s+/g, ' ').trim();
  if (text === '') return { nombre: '', apellido: '', doubtful: false };
  const refused = longTextReason(text, 'nombre');
  if (refused) return { nombre: text, apellido: '', doubtful: false, refused };
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
