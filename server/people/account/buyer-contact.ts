import { changedFields } from '#server/events/changed-fields.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import type { BodyOf } from '#shared/kit/http/endpoint.ts';
import type { saveBuyerContact as saveCall } from '#shared/people/buyer-contact.ts';
import { readBuyerContact, writeBuyerContact } from './buyer-contact.store.ts';

/** Returns the contact for buyers of the caller's company. */
export const buyerContact = async ({ db }: Pick<Deps, 'db'>, { clientId }: Caller) => ({
  results: await db.withClient(clientId, (trx) => readBuyerContact(trx, clientId)),
});

/** Sets the contact for buyers, which the tracking page shows from now on. */
export async function saveBuyerContact(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  { clientId }: Caller,
  contact: BodyOf<typeof saveCall>,
) {
  await db.withClient(clientId, async (trx) => {
    const fields = changedFields(await readBuyerContact(trx, clientId), contact);
    if (fields.length === 0) return;
    await writeBuyerContact(trx, clientId, contact);
    events.record(trx, clientId, 'buyer_contact.changed', { fields });
  });
  const shown = contact.email !== '' || contact.phone !== '';
  return {
    message: shown ? 'Tus compradores ya ven el contacto' : 'Tus compradores ya no ven un contacto',
    results: contact,
  };
}
