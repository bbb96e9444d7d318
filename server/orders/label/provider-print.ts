import type { Deps } from '#server/integrations/deps.ts';
import { lockOrders, printRefusalReasons, refreshFlags } from '#server/orders/domain/flags/order-flags.ts';
import { findShipment } from '#server/orders/domain/staff-shipment.ts';
import { countReceiverSeen } from '#server/people/domain/mail/receiver-rate-limit.ts';
import type { ProviderCaller } from '#server/platform/http/request/caller.ts';
import { Download } from '#server/platform/http/response/download.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { afterLastByte, MIME, renderFile } from './delivery.ts';
import { type LabelRow, labelOfShipment } from './label.store.ts';
import { recordProviderPrint } from './provider-print.store.ts';

/** Labels that a key may print within an hour: each one shows a receiver. */
const KEY_LIMIT = { name: 'provider print', limit: 1000 };

/**
 * Prints the label of a shipment of any client for the provider, one label a page. A collected shipment with an outdated label stops asking
 * for a new one (readings C50). The sender's print and the promised days stay as they are.
 *
 * @throws Failure 404 without such a shipment, 422 with the reason if its label may not be printed, 429
 */
export async function printForProvider(
  deps: Deps,
  caller: ProviderCaller,
  text: string,
  format: 'pdf' | 'zpl',
  signal: AbortSignal,
): Promise<Download> {
  await countReceiverSeen(deps, caller, KEY_LIMIT);
  const { clientId, label } = await findShipment(deps.db, text);
  const row = await deps.db.withClient(clientId, async (trx) => {
    const key = { column: 'label', value: label } as const;
    const found = await labelOfShipment(trx, clientId, key, key);
    if (!found) throw new Failure(404, messages.notFound);
    if (found.printable) return found;
    const refused = { orderId: found.order_pk, shipmentId: found.shipment_id };
    const [reason] = await printRefusalReasons(trx, clientId, [refused]);
    throw new Failure(422, reason ?? messages.notFound);
  });
  // The settings are the sender's; the provider's printers have their own paper.
  const rendered = await renderFile(deps, clientId, [{ ...row, settings: null }], { format }, signal);
  const recorded = afterLastByte(rendered, () => record(deps, clientId, row, { format, by: caller.actor.name }));
  return new Download(MIME[format], `etiqueta-${row.label}.${format}`, recorded);
}

/** Records a print whose last byte was sent. */
function record(
  deps: Deps,
  clientId: number,
  row: LabelRow,
  print: { format: 'pdf' | 'zpl'; by: string },
): Promise<void> {
  return deps.db.withClient(clientId, async (trx) => {
    await lockOrders(trx, clientId, [row.order_pk]);
    const relabelled = await recordProviderPrint(trx, clientId, row, { ...print, now: deps.clock() });
    if (relabelled) await refreshFlags(trx, clientId, [row.order_pk]);
    const printed = { label: row.label, orderId: row.order_pk, format: print.format, relabelled };
    deps.events.record(trx, clientId, 'shipment.label_printed_by_provider', printed);
  });
}
