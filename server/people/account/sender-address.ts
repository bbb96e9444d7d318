import type { Trx } from '#server/db/connection.ts';
import { runIdempotent } from '#server/db/idempotency.ts';
import { changedFields } from '#server/events/changed-fields.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { findListedZips } from '#server/provider/zip-code/listed-zips.ts';
import type { BodyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { resolveProvince } from '#shared/orders/rules/place/zip-province.ts';
import { type createSenderAddress, MAX_ADDRESSES, type updateSenderAddress } from '#shared/people/account.ts';
import * as store from './sender-address.store.ts';

type NewAddress = BodyOf<typeof createSenderAddress>;
/** Returns the collection addresses of the caller's company; `active` filters them. */
export async function senderAddresses({ db }: Pick<Deps, 'db'>, { clientId }: Caller, active: boolean | undefined) {
  return { results: await db.withClient(clientId, (trx) => store.readAddresses(trx, clientId, active)) };
}

const TOO_MANY = `Ya tenés ${MAX_ADDRESSES} direcciones, que son todas las que entran. Cambiá una que no uses`;
const CHOOSE_ANOTHER = 'Elegí primero otra dirección principal';
const MAIN_IS_ACTIVE = 'La dirección principal tiene que estar activa';

/**
 * Adds a collection address (readings C44). The first address is the main one; a new main address replaces it.
 *
 * @param key the sender's idempotency key, or null
 * @throws Failure 422 with `errors` if the province doesn't match the postal code, or the address would be main and
 *   inactive; 409 if the client has `MAX_ADDRESSES`
 */
export async function addSenderAddress(
  { db, events, clock }: Pick<Deps, 'db' | 'events' | 'clock'>,
  { clientId }: Caller,
  form: NewAddress,
  key: string | null,
) {
  const write = { clientId, key, call: 'POST /v1/client/sender_address/', body: form };
  return runIdempotent(db, write, async (trx) => {
    const [values] = await Promise.all([normalizeAddress(trx, form, null), store.lockAddresses(trx, clientId)]);
    const { count, hasMain } = await store.countAddresses(trx, clientId);
    if (count >= MAX_ADDRESSES) throw new Failure(409, TOO_MANY);
    const main_address = form.main_address || !hasMain;
    if (main_address && !form.active) throw refusedField('active', MAIN_IS_ACTIVE);
    if (main_address) await store.unsetMainAddress(trx, clientId);
    const results = await store.insertAddress(trx, clientId, { ...values, main_address }, clock());
    events.record(trx, clientId, 'sender_address.added', { id: results.id });
    return { message: 'Dirección creada correctamente', results };
  });
}

type AddressChange = BodyOf<typeof updateSenderAddress>;

/**
 * Changes a collection address. A client always has one main address, which is active; marking another address as main
 * replaces it. Orders keep the address that they were created with.
 *
 * @throws Failure 404 for an address of another client; 422 with `errors` if the main address would be deactivated or
 *   unmarked, an inactive address would become main, or the province doesn't match the postal code
 */
export async function changeSenderAddress(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  { clientId }: Caller,
  id: number,
  form: AddressChange,
) {
  const results = await db.withClient(clientId, async (trx) => {
    await store.lockAddresses(trx, clientId);
    const before = await store.findAddress(trx, clientId, id);
    if (!before) throw new Failure(404, messages.notFound);
    const { main_address = before.main_address, active = before.active } = form;
    if (before.main_address && !main_address) throw refusedField('main_address', CHOOSE_ANOTHER);
    if (main_address && !active) throw refusedField('active', before.main_address ? CHOOSE_ANOTHER : MAIN_IS_ACTIVE);
    const values = await normalizeAddress(trx, { ...form, main_address, active }, before);
    if (main_address && !before.main_address) await store.unsetMainAddress(trx, clientId);
    const fields = changedFields(before, values);
    if (fields.length === 0) return before;
    const after = await store.updateAddress(trx, clientId, id, values);
    events.record(trx, clientId, 'sender_address.changed', { id, fields, main: main_address, active });
    return after;
  });
  return { message: 'Dirección modificada correctamente', results };
}

/**
 * Normalises an address for storage: the listed name of the province, four digits or a CPA. If postal code and province
 * don't change, the province isn't checked again: the address may be older than the rule.
 */
async function normalizeAddress(
  trx: Trx,
  form: NewAddress,
  before: store.AddressValues | null,
): Promise<store.AddressValues> {
  if (before?.zip_code === form.zip_code && before.state === form.state) return form;
  const location = resolveProvince(form, await findListedZips(trx, [form]));
  if ('field' in location) throw refusedField(location.field, location.message);
  return { ...form, zip_code: location.zip_code, state: location.province.name };
}
