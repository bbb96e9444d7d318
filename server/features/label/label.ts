import { Readable } from 'node:stream';
import type { Deps } from '#server/deps.ts';
import { lockOrders, printingRefusal, refreshFlags } from '#server/features/order/order-refresh.ts';
import { orderKey, shipmentKey } from '#server/features/order/resolve.ts';
import { Download } from '#server/platform/http/answers.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { DEFAULT_LABEL_SETTINGS, forceLabelSettings } from '#shared/rules/label-settings.ts';
import { type LabelRow, labelOfShipment, labelsOfOrder, recordDeliveries } from './label.store.ts';
import { labelData } from './label-compose.ts';
import { labelsPdf } from './label-pdf.ts';

/**
 * Labels of an order's shipments that may be printed, as one PDF in the client's settings (D1 §7).
 *
 * @param orderId the client's own number, which must be that order's (readings C9)
 * @throws Failure 404 for what isn't the client's, 422 with the reason where nothing may be printed
 */
export async function printOrder(
  deps: Deps,
  caller: Caller,
  { id, orderId }: { id: string; orderId: string },
  signal: AbortSignal,
): Promise<Download> {
  const rows = await deps.db.withClient(caller.clientId, (trx) => labelsOfOrder(trx, caller.clientId, orderKey(id)));
  const [first] = rows;
  if (first?.order_id !== orderId) throw new Failure(404, messages.notFound);
  const printable = rows.filter((row) => row.printable);
  if (printable.length === 0) return refuse(deps, caller, first.order_pk);
  return download(deps, caller, printable, `etiquetas-${first.tracking_id}.pdf`, signal);
}

/**
 * The label of one shipment as PDF (D1 §7).
 *
 * @throws Failure 404 when the two ids don't name one shipment of the client, 422 with the reason where it may not be printed
 */
export async function printShipment(
  deps: Deps,
  caller: Caller,
  { id, shipmentId }: { id: string; shipmentId: string },
  signal: AbortSignal,
): Promise<Download> {
  const [one, other] = [shipmentKey(id), shipmentKey(shipmentId)];
  const row = await deps.db.withClient(caller.clientId, (trx) => labelOfShipment(trx, caller.clientId, one, other));
  if (!row) throw new Failure(404, messages.notFound);
  if (!row.printable) return refuse(deps, caller, row.order_pk, row.shipment_id);
  return download(deps, caller, [row], `etiqueta-${row.label}.pdf`, signal);
}

async function refuse(deps: Deps, { clientId }: Caller, orderId: number, shipmentId?: number): Promise<never> {
  const reason = await deps.db.withClient(clientId, (trx) => printingRefusal(trx, clientId, orderId, shipmentId));
  throw new Failure(422, reason);
}

function download(deps: Deps, caller: Caller, rows: LabelRow[], name: string, signal: AbortSignal): Download {
  const chosen = rows[0]?.settings ?? DEFAULT_LABEL_SETTINGS;
  const { default_label_size, labels_per_page } = forceLabelSettings({ ...chosen, default_format: 'pdf' });
  const pdf = labelsPdf(
    rows.map((row) => labelData(deps.config, row)),
    { size: default_label_size, perPage: labels_per_page },
    { createdAt: deps.clock(), signal },
  );
  return new Download(
    'application/pdf',
    name,
    handedOver(pdf, () => markPrinted(deps, caller, rows)),
  );
}

/**
 * The same bytes, with `done` between the last of them and the end: what the receiver sees complete has been booked, and
 * a download that breaks off books nothing (readings C22). Nothing is read ahead of the receiver.
 */
function handedOver(bytes: Readable, done: () => Promise<void>): Readable {
  async function* chunks() {
    yield* bytes;
    await done();
  }
  return Readable.from(chunks(), { objectMode: false, highWaterMark: 0 });
}

function markPrinted(deps: Deps, { clientId }: Caller, rows: readonly LabelRow[]): Promise<void> {
  const orderIds = [...new Set(rows.map((row) => row.order_pk))];
  const shipmentIds = rows.map((row) => row.shipment_id);
  return deps.db.withClient(clientId, async (trx) => {
    await lockOrders(trx, clientId, orderIds);
    await recordDeliveries(trx, clientId, shipmentIds, 'pdf', deps.clock());
    await refreshFlags(trx, clientId, orderIds);
    for (const id of orderIds) deps.bus.tell(trx, clientId, { kind: 'order', id });
  });
}
