import { execute, run, runOne, type Trx } from '#server/db/connection.ts';
import { bind, type Statement, statement } from '#server/db/statement.ts';
import type { PackagePreset } from '#shared/orders/product/package-presets.ts';

export type PresetForm = Omit<PackagePreset, 'id'>;

const ROW = 'id, name, length_cm AS length, width_cm AS width, height_cm AS height, weight_g AS weight';

const columnValues = ({ name, length, width, height, weight }: PresetForm) => [name, length, width, height, weight];

const CLIENT_PRESETS: Statement<PackagePreset> = statement(
  'package-preset.client-presets',
  `SELECT ${ROW} FROM package_presets WHERE client_id = $1 ORDER BY norm(name)`,
);

/** Reads the client's presets by name. */
export const clientPresets = (clientId: number) => bind(CLIENT_PRESETS, [clientId]);

const LOCK_AND_COUNT_PRESETS = statement(
  'package-preset.lock-and-count-presets',
  'SELECT count(*) AS count FROM package_presets WHERE client_id = $1',
);

/**
 * Counts the client's presets, and locks them against others being added until the transaction ends. `NO KEY UPDATE` doesn't block new
 * orders, which only reference the client.
 */
export async function lockAndCountPresets(trx: Trx, clientId: number): Promise<number> {
  await execute(trx, 'SELECT FROM clients WHERE client_id = $1 FOR NO KEY UPDATE', [clientId]);
  const [counted] = await run(trx, LOCK_AND_COUNT_PRESETS, [clientId]);
  return counted?.count ?? 0;
}

const INSERT_PRESET: Statement<PackagePreset> = statement(
  'package-preset.insert-preset',
  `INSERT INTO package_presets (client_id, created_at, name, length_cm, width_cm, height_cm, weight_g)
   VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${ROW}`,
);

/** Inserts a preset. @throws an error of the constraint `one_preset_name` if its name is taken */
export async function insertPreset(trx: Trx, clientId: number, form: PresetForm, now: Date): Promise<PackagePreset> {
  return runOne(trx, INSERT_PRESET, [clientId, now, ...columnValues(form)]);
}

const LOCK_PRESET: Statement<PackagePreset> = statement(
  'package-preset.lock-preset',
  `SELECT ${ROW} FROM package_presets WHERE client_id = $1 AND id = $2 FOR UPDATE`,
);

/** Reads a preset, locked for a change; undefined if the client has no such preset. */
export async function lockPreset(trx: Trx, clientId: number, id: number): Promise<PackagePreset | undefined> {
  const [preset] = await run(trx, LOCK_PRESET, [clientId, id]);
  return preset;
}

const UPDATE_PRESET: Statement<PackagePreset> = statement(
  'package-preset.update-preset',
  `UPDATE package_presets SET name = $3, length_cm = $4, width_cm = $5, height_cm = $6, weight_g = $7
   WHERE client_id = $1 AND id = $2 RETURNING ${ROW}`,
);

/** Changes a preset; undefined if the client has no such preset. @throws as `insertPreset` */
export async function updatePreset(
  trx: Trx,
  clientId: number,
  id: number,
  form: PresetForm,
): Promise<PackagePreset | undefined> {
  const [preset] = await run(trx, UPDATE_PRESET, [clientId, id, ...columnValues(form)]);
  return preset;
}

const DELETE_PRESET = statement(
  'package-preset.delete-preset',
  'DELETE FROM package_presets WHERE client_id = $1 AND id = $2 RETURNING name',
);

/** Deletes a preset. @returns its name; undefined if the client has no such preset */
export async function deletePreset(trx: Trx, clientId: number, id: number): Promise<string | undefined> {
  const [preset] = await run(trx, DELETE_PRESET, [clientId, id]);
  return preset?.name;
}
