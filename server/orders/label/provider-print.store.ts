import { run, type Trx } from '#server/db/connection.ts';
import { statement } from '#server/db/statement.ts';
import { COLLECTED } from '#server/orders/domain/label-content.store.ts';
import type { DeliveredLabel } from './label.store.ts';

interface ProviderPrint {
  format: 'pdf' | 'zpl';
  /** Name of who printed it. */
  by: string;
  now: Date;
}

const RECORD_PROVIDER_PRINT = statement(
  'provider-print.record-provider-print',
  `WITH replaced AS (
     UPDATE shipments s SET label_fingerprint = decode($3, 'hex'), label_version = $4
     WHERE s.client_id = $1 AND s.id = $2 AND s.printed AND s.label_fingerprint <> decode($3, 'hex')
       AND ${COLLECTED} RETURNING s.id
   )
   INSERT INTO provider_prints (client_id, shipment_id, format, version, relabelled, printed_by, printed_at)
   VALUES ($1, $2, $5, $4, EXISTS (SELECT FROM replaced), $6, $7) RETURNING relabelled`,
);

/**
 * Records a label that the provider printed. A label whose content differs from the label on a collected shipment
 * becomes the shipment's label. The stored content is the rendered row's: if the order changed meanwhile, or an
 * approval was undone, the shipment's label is outdated at once.
 *
 * @returns whether it replaced the label of a collected shipment
 */
export async function recordProviderPrint(
  trx: Trx,
  clientId: number,
  { shipment_id, fingerprint, version }: DeliveredLabel,
  { format, by, now }: ProviderPrint,
): Promise<boolean> {
  const [printed] = await run(trx, RECORD_PROVIDER_PRINT, [
    clientId,
    shipment_id,
    fingerprint,
    version,
    format,
    by,
    now,
  ]);
  return printed?.relabelled ?? false;
}
