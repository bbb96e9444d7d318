import type { Contact } from '#shared/rules/contact-text/contact-parts.ts';
import { readContact } from '#shared/rules/contact-text/read-contact.ts';
import { findLocalities } from '#web/parts/zip-lookup/find-localities.ts';

/** Reads a pasted text, with the localities of its postal code; without them if the look-up fails or takes too long. */
export async function readPasted(text: string): Promise<Contact> {
  const contact = readContact(text);
  const found = await findLocalities(contact.parts.zip_code?.value ?? '');
  return found.length === 0 ? contact : readContact(text, { localities: () => found });
}
