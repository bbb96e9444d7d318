import type * as z from 'zod/mini';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { senderAddressForm } from '#shared/account.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { provinceByName } from '#shared/rules/provinces.ts';
import * as store from './sender-address.store.ts';

export type SenderAddressForm = z.output<typeof senderAddressForm>;

/** Collection addresses of the caller's company; `active` leaves the others out. */
export async function senderAddresses({ db }: Deps, { clientId }: Caller, active: boolean | undefined) {
  return { results: await db.withClient(clientId, (trx) => store.readAddresses(trx, clientId, active)) };
}

/** Adds a collection address (readings C44). The first one is the main one; a later main one takes its place. */
export async function addSenderAddress({ db, clock }: Deps, { clientId }: Caller, form: SenderAddressForm) {
  const results = await db.withClient(clientId, async (trx) => {
    await store.lockAddresses(trx, clientId);
    const main = form.main_address || !(await store.hasMainAddress(trx, clientId));
    assertMainIsActive(main, form.active);
    if (main) await store.unsetMainAddress(trx, clientId);
    return store.insertAddress(trx, clientId, { ...valuesOf(form), main_address: main }, clock());
  });
  return { message: 'Dirección creada correctamente', results };
}

/**
 * Changes a collection address. There is always one main address: it is replaced by making another one main.
 *
 * @throws Failure 404 for an address that is not the caller's; 422 when the main one would be switched off or unmarked
 */
export async function changeSenderAddress({ db }: Deps, { clientId }: Caller, id: number, form: SenderAddressForm) {
  const results = await db.withClient(clientId, async (trx) => {
    await store.lockAddresses(trx, clientId);
    const before = await store.findAddress(trx, clientId, id);
    if (!before) throw new Failure(404, messages.notFound);
    assertMainIsActive(before.main_address || form.main_address, form.active);
    if (before.main_address && !form.main_address) {
      throw refused('main_address', 'Para cambiar la dirección principal, marcá otra como principal');
    }
    if (form.main_address && !before.main_address) await store.unsetMainAddress(trx, clientId);
    return store.updateAddress(trx, clientId, id, valuesOf(form));
  });
  return { message: 'Dirección modificada correctamente', results };
}

function valuesOf(form: SenderAddressForm): store.AddressValues {
  return { ...form, zip_code: form.zip_code.toUpperCase(), state: provinceByName(form.state)?.name ?? form.state };
}

function assertMainIsActive(main: boolean, active: boolean): void {
  if (main && !active) throw refused('active', 'La dirección principal no se puede desactivar');
}

function refused(field: string, message: string): Failure {
  return new Failure(422, messages.fields, [{ field, message }]);
}
