import { run, type Trx } from '#server/db/connection.ts';
import type { LabelSettings } from '#shared/rules/label-settings.ts';

export type PrintConfig = LabelSettings & { id: number };

const COLUMNS = 'id, default_format, default_label_size, labels_per_page';

export async function readPrintConfig(trx: Trx, clientId: number): Promise<PrintConfig> {
  const [config] = await run<PrintConfig>(trx, `SELECT ${COLUMNS} FROM print_configs WHERE client_id = $1`, [clientId]);
  if (!config) throw new Error('the client has no print settings');
  return config;
}

/** Updates print settings; null if the client has no row with this id. */
export async function updatePrintConfig(
  trx: Trx,
  clientId: number,
  id: number,
  { default_format, default_label_size, labels_per_page }: LabelSettings,
): Promise<PrintConfig | null> {
  const [config] = await run<PrintConfig>(
    trx,
    `UPDATE print_configs SET default_format = $3, default_label_size = $4, labels_per_page = $5
     WHERE client_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
    [clientId, id, default_format, default_label_size, labels_per_page],
  );
  return config ?? null;
}
