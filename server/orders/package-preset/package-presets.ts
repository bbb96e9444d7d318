import { runIdempotent } from '#server/db/idempotency.ts';
import { changedFields } from '#server/events/changed-fields.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { violatedUniqueKey } from '#server/platform/unique-violation.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { MAX_PRESETS, type PackagePreset } from '#shared/orders/product/package-presets.ts';
import * as store from './package-preset.store.ts';

const TOO_MANY = `Ya tenés ${MAX_PRESETS} paquetes frecuentes, que son todos los que entran. Cambiá o quitá uno que no uses`;

/** Returns the package presets of the caller's company by name. */
export async function packagePresets(
  { db }: Pick<Deps, 'db'>,
  { clientId }: Caller,
): Promise<{ results: PackagePreset[] }> {
  const [results] = await db.read(clientId, [store.clientPresets(clientId)]);
  return { results };
}

/**
 * Adds a package preset.
 *
 * @param key the sender's idempotency key, or null
 * @throws Failure 409 if the client has `MAX_PRESETS`, 422 with `errors` if the name is taken
 */
export async function addPackagePreset(
  { db, events, clock }: Pick<Deps, 'db' | 'events' | 'clock'>,
  { clientId }: Caller,
  form: store.PresetForm,
  key: string | null,
) {
  const write = { clientId, key, call: 'POST /v1/client/package_preset/', body: form };
  return withNameError(form, () =>
    runIdempotent(db, write, async (trx) => {
      if ((await store.lockAndCountPresets(trx, clientId)) >= MAX_PRESETS) throw new Failure(409, TOO_MANY);
      const results = await store.insertPreset(trx, clientId, form, clock());
      events.record(trx, clientId, 'package_preset.added', { name: form.name });
      return { message: `El paquete frecuente ${form.name} se guardó`, results };
    }),
  );
}

/** Changes a package preset. @throws Failure 404 for a preset of another client, 422 with `errors` if the name is taken */
export async function changePackagePreset(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  { clientId }: Caller,
  id: number,
  form: store.PresetForm,
) {
  return withNameError(form, () =>
    db.withClient(clientId, async (trx) => {
      const before = await store.lockPreset(trx, clientId, id);
      const results = await store.updatePreset(trx, clientId, id, form);
      if (!before || !results) throw new Failure(404, messages.notFound);
      const fields = changedFields(before, form);
      if (fields.length > 0) events.record(trx, clientId, 'package_preset.changed', { name: form.name, fields });
      return { message: `El paquete frecuente ${form.name} se guardó`, results };
    }),
  );
}

/** Removes a package preset. @throws Failure 404 for a preset of another client */
export async function removePackagePreset(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  { clientId }: Caller,
  id: number,
) {
  const name = await db.withClient(clientId, async (trx) => {
    const removed = await store.deletePreset(trx, clientId, id);
    if (removed === undefined) throw new Failure(404, messages.notFound);
    events.record(trx, clientId, 'package_preset.removed', { name: removed });
    return removed;
  });
  return { message: `El paquete frecuente ${name} se quitó` };
}

/** Converts a violation of the unique name to a Failure 422. Checking the name before the write would miss concurrent writes. */
async function withNameError<T>({ name }: store.PresetForm, save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (violatedUniqueKey(error) !== 'one_preset_name') throw error;
    const message = `Ya tenés un paquete frecuente que se llama ${name}. Elegí otro nombre`;
    throw refusedField('name', message);
  }
}
