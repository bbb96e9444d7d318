import { singleBlanks } from '#shared/kit/text/blanks.ts';
import { searchedEmail } from '#shared/kit/text/email.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';
import { documentError, NO_DOCUMENT, plainDocument } from '#shared/orders/rules/place/document.ts';
import { isReceiverPhone, phoneSpellings } from '#shared/orders/rules/place/phone.ts';
import { parseScannedId } from './scanned-id.ts';
import { isLabel, trackingIdOf } from './tracking-id.ts';

/** What the staff find shipments by, and the texts of screens. */
export const SEARCH_KINDS = {
  label: { name: 'Etiqueta', refusal: 'Escribí una etiqueta completa, por ejemplo 7K3MQ9XW2RM-1' },
  tracking: { name: 'Código de seguimiento', refusal: 'Escribí un código de seguimiento completo, de 11 caracteres' },
  number: { name: 'Número de orden del cliente', refusal: 'Escribí el número de orden completo' },
  document: { name: 'Documento', refusal: 'Escribí el documento completo: un DNI o un CUIT' },
  phone: { name: 'Teléfono', refusal: 'Escribí el teléfono completo, con al menos 7 números' },
  email: { name: 'Email', refusal: 'Escribí el email completo, por ejemplo ana@ejemplo.com' },
  name: { name: 'Nombre del destinatario', refusal: 'Escribí al menos 3 letras seguidas del nombre' },
} as const;

export type SearchKind = keyof typeof SEARCH_KINDS;

export const SEARCH_KIND_NAMES = Object.keys(SEARCH_KINDS) as [SearchKind, ...SearchKind[]];

/** A search by one kind of value. */
export interface ShipmentSearch {
  kind: SearchKind;
  /** Spellings of the value. */
  values: string[];
}

/** Returns the spellings of a kind of value in a text; null if the text can't be one. @param only whether the kind was chosen */
function spellings(kind: SearchKind, text: string, only: boolean): string[] | null {
  const scanned = parseScannedId(text, { inGroups: only && (kind === 'label' || kind === 'tracking') });
  const document = plainDocument(text).toUpperCase();
  const email = searchedEmail(text);
  switch (kind) {
    case 'label':
      return scanned !== null && isLabel(scanned) ? [scanned] : null;
    case 'tracking':
      return scanned === null ? null : [trackingIdOf(scanned)];
    case 'number':
      return [foldedKey(text)];
    case 'document':
      return document === NO_DOCUMENT || document === '' || documentError(document) !== null ? null : [document];
    case 'phone':
      return isReceiverPhone(text) ? phoneSpellings(text) : null;
    case 'email':
      return email === null ? null : [email];
    case 'name':
      return /[a-z]{3}/.test(fold(text)) ? [singleBlanks(text)] : null;
  }
}

/** Kinds of a text that contains no id: several can be meant, as a number may be an order's, a document or a phone. */
const GUESSED: readonly SearchKind[] = ['number', 'document', 'phone', 'name'];

/**
 * Returns the searches of a typed, pasted or scanned text: those of the chosen kind, or of all kinds that the text can be. Empty if
 * the text can't be of the chosen kind.
 */
export function shipmentSearches(text: string, chosen?: SearchKind): ShipmentSearch[] {
  const search = (kind: SearchKind): ShipmentSearch[] => {
    const values = spellings(kind, text, chosen !== undefined);
    return values ? [{ kind, values }] : [];
  };
  if (chosen) return search(chosen);
  for (const kind of ['label', 'tracking', 'email'] as const) {
    const exact = search(kind);
    if (exact.length > 0) return exact;
  }
  return GUESSED.flatMap(search);
}
