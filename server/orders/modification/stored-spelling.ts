import { singleBlanks, usualBlanks } from '#shared/blanks.ts';
import { plainFloor, withoutZeros } from '#shared/orders/rules/place/address-unit.ts';
import { plainEmail } from '#shared/orders/rules/place/email.ts';
import { plainPhone } from '#shared/orders/rules/place/phone.ts';
import { plainZip } from '#shared/orders/rules/place/zip.ts';
import type { EditedReceiver } from './modification.store.ts';

/** How the contract changes the spelling of a field; the other texts have single blanks. */
const SPELLINGS: Partial<Record<keyof EditedReceiver, (stored: string) => string>> = {
  receiver_phone: (stored) => plainPhone(singleBlanks(stored)),
  email: plainEmail,
  address_street_number: (stored) => withoutZeros(singleBlanks(stored)),
  address_floor: (stored) => plainFloor(singleBlanks(stored)),
  address_apartment: (stored) => withoutZeros(singleBlanks(stored)),
  address_zip_code: plainZip,
  address_other_info: usualBlanks,
};

/**
 * Returns an edited receiver with the stored spelling of each field that differs in nothing else. Older orders may have double blanks
 * or a CPA in small letters; what the sender didn't touch must not become a change, which may need a decision or a new label.
 */
export function inStoredSpelling(before: EditedReceiver, sent: EditedReceiver): EditedReceiver {
  const kept = (Object.keys(sent) as (keyof EditedReceiver)[]).filter((key) => {
    const stored = before[key];
    return typeof stored === 'string' && (SPELLINGS[key] ?? singleBlanks)(stored) === sent[key];
  });
  return { ...sent, ...Object.fromEntries(kept.map((key) => [key, before[key]])) };
}
