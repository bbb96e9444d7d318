import type { Trx } from '#server/db/connection.ts';
import type { LabelSettings } from '#shared/rules/label-settings.ts';

export type PrintConfig = LabelSettings & { id: number };

const COLUMNS = ['id', 'default_format', 'default_label_size', 'labels_per_page'] as const;

export async function readPrintConfig(trx: Trx, clientId: number): Promise<PrintConfig> {
  const row = await trx
    .selectFrom('print_configs')
    .select(COLUMNS)
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  // The table's checks hold these words and numbers.
  return row as PrintConfig;
}

/** Null when the client has no such row. */
export async function updatePrintConfig(
  trx: Trx,
  clientId: number,
  id: number,
  settings: LabelSettings,
): Promise<PrintConfig | null> {
  const row = await trx
    .updateTable('print_configs')
    .set(settings)
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst();
  return (row as PrintConfig | undefined) ?? null;
}
