import { domainToUnicode } from 'node:url';
import { spreadsheetArtifact } from '#shared/bulk/doubts/spreadsheet-artifacts.ts';
import { storedMoment } from '#shared/bulk/layout/date-serial.ts';
import { hasMixedScripts } from '#shared/kit/text/mixed-scripts.ts';
import type { Doubt } from '#shared/orders/order-doubts.ts';
import { isStreetNumber } from '#shared/orders/rules/place/address-unit.ts';

// Without the texts: replies are kept for repeated calls, and receivers' data isn't.
const CHANGED = 'Una planilla puede haberlo convertido en una fecha o una hora. Revisalo.';
const NO_NUMBER = 'No tiene números ni letras. Poné la altura, o S/N.';
const MIXED = 'Mezcla letras de distintos alfabetos, que se ven iguales. Escribilo de nuevo.';

/**
 * Returns the doubts about a receiver's values as a call may send them, which files of orders doubt or refuse.
 *
 * @param values in their stored forms, by their fields in the call; an absent one has none
 */
export function receiverDoubts(values: Readonly<Partial<Record<'streetNumber' | 'email', Value>>>): Doubt[] {
  const { streetNumber, email } = values;
  return [
    ...(streetNumber ? doubtOf(streetNumber, streetNumberDoubt(streetNumber.text)) : []),
    ...(email ? doubtOf(email, hasMixedScripts(inUnicode(email.text)) ? MIXED : null) : []),
  ];
}

/** A value with the name of its field in a call. */
interface Value {
  field: string;
  text: string;
}

const doubtOf = ({ field }: Value, message: string | null): Doubt[] => (message === null ? [] : [{ field, message }]);

function streetNumberDoubt(text: string): string | null {
  if (text === '') return null;
  if (!isStreetNumber(text)) return NO_NUMBER;
  return spreadsheetArtifact(text, { date: 'figure' }) || storedMoment(text) ? CHANGED : null;
}

/** Returns an address with the name of its domain as people read it: it is stored in ASCII. */
function inUnicode(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}@${domainToUnicode(address.slice(at + 1))}`;
}
