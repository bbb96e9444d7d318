import { run, type Trx } from '#server/db/connection.ts';
import type { LabelSettings } from '#shared/rules/label-settings.ts';

export type PrintConfig = LabelSettings & { id: number };

const COLUMNS = 'id, default_format, default_label_size, labels_per_page';

export async function readPrintConfig(trx: Trx, clientId: number): Promise<PrintConfig> {
  const [config] = await run<PrintConfig>(trx, `SELECT ${COLUMNS} FROM print_configs WHERE client_id = $1`, [clientId]);
  if (!config) throw new Error('the client has no print settings');
  return config;
}

export async function updatePrintConfig(
  trx: Trx,
  clientId: number,
  { default_format, default_label_size, labels_per_page }: LabelSettings,
): Promise<void> {
  await run(
    trx,
    'UPDATE print_configs SET default_format = $2, default_label_size = $3, labels_per_page = $4 WHERE client_id = $1',
    [clientId, default_format, default_label_size, labels_per_page],
  );
}
