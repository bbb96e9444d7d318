import { run, type Trx } from '#server/db/connection.ts';
import type { Read } from '#server/db/database.ts';
import type { PackagePreset } from '#shared/package-presets.ts';

export type PresetForm = Omit<PackagePreset, 'id'>;

const ROW = 'id, name, length_cm AS length, width_cm AS width, height_cm AS height, weight_g AS weight';

const columnValues = ({ name, length, width, height, weight }: PresetForm) => [name, length, width, height, weight];

/** Reads the client's presets by name. */
export const clientPresets = (clientId: number): Read => ({
  text: `SELECT ${ROW} FROM package_presets WHERE client_id = $1 ORDER BY norm(name)`,
  values: [clientId],
});

/**
 * Counts the client's presets, and locks them against others being added until the transaction ends. `NO KEY UPDATE` doesn't block new
 * orders, which only reference the client.
 */
export async function lockAndCountPresets(trx: Trx, clientId: number): Promise<number> {
  await run(trx, 'SELECT FROM clients WHERE client_id = $1 FOR NO KEY UPDATE', [clientId]);
  const [counted] = await run<{ count: number }>(
    trx,
    'SELECT count(*) AS count FROM package_presets WHERE client_id = $1',
    [clientId],
  );
  return counted?.count ?? 0;
}

/** Inserts a preset. @throws an error of the constraint `one_preset_name` if its name is taken */
export async function insertPreset(trx: Trx, clientId: number, form: PresetForm, now: Date): Promise<PackagePreset> {
  const [preset] = await run<PackagePreset>(
    trx,
    `INSERT INTO package_presets (client_id, created_at, name, length_cm, width_cm, height_cm, weight_g)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${ROW}`,
    [clientId, now, ...columnValues(form)],
  );
  return preset as PackagePreset;
}

/** Reads a preset, locked for a change; undefined if the client has no such preset. */
export async function lockPreset(trx: Trx, clientId: number, id: number): Promise<PackagePreset | undefined> {
  const [preset] = await run<PackagePreset>(
    trx,
    `SELECT ${ROW} FROM package_presets WHERE client_id = $1 AND id = $2 FOR UPDATE`,
    [clientId, id],
  );
  return preset;
}

/** Changes a preset; undefined if the client has no such preset. @throws as `insertPreset` */
export async function updatePreset(
  trx: Trx,
  clientId: number,
  id: number,
  form: PresetForm,
): Promise<PackagePreset | undefined> {
  const [preset] = await run<PackagePreset>(
    trx,
    `UPDATE package_presets SET name = $3, length_cm = $4, width_cm = $5, height_cm = $6, weight_g = $7
     WHERE client_id = $1 AND id = $2 RETURNING ${ROW}`,
    [clientId, id, ...columnValues(form)],
  );
  return preset;
}

/** Deletes a preset. @returns its name; undefined if the client has no such preset */
export async function deletePreset(trx: Trx, clientId: number, id: number): Promise<string | undefined> {
  const [preset] = await run<{ name: string }>(
    trx,
    'DELETE FROM package_presets WHERE client_id = $1 AND id = $2 RETURNING name',
    [clientId, id],
  );
  return preset?.name;
}
