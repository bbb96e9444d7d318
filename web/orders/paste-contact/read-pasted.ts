import type { Contact } from '#shared/orders/contact-text/claims/contact-parts.ts';
import { readContact } from '#shared/orders/contact-text/read-contact.ts';
import { findLocalities } from '#web/orders/place/find-localities.ts';

/** Reads a pasted text, with the localities of its postal code; without them if the look-up fails or takes too long. */
export async function readPasted(text: string): Promise<Contact> {
  const contact = readContact(text);
  const found = await findLocalities(contact.parts.zip_code?.value ?? '');
  return found.length === 0 ? contact : readContact(text, { localities: () => found });
}
