import { execute, runOne, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { LabelSettings } from '#shared/orders/rules/label-settings.ts';

export type PrintConfig = LabelSettings & { id: number };

const COLUMNS = 'id, default_format, default_label_size, labels_per_page';

const READ_PRINT_CONFIG: Statement<PrintConfig> = statement(
  'print-config.read-print-config',
  `SELECT ${COLUMNS} FROM print_configs WHERE client_id = $1`,
);

export async function readPrintConfig(trx: Trx, clientId: number): Promise<PrintConfig> {
  return runOne(trx, READ_PRINT_CONFIG, [clientId]);
}

export async function updatePrintConfig(
  trx: Trx,
  clientId: number,
  { default_format, default_label_size, labels_per_page }: LabelSettings,
): Promise<void> {
  await execute(
    trx,
    'UPDATE print_configs SET default_format = $2, default_label_size = $3, labels_per_page = $4 WHERE client_id = $1',
    [clientId, default_format, default_label_size, labels_per_page],
  );
}
