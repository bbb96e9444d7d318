import type { Keyset } from '#server/db/list/list-source.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { csvDownload } from '#server/platform/csv.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import type { Download } from '#server/platform/http/response/download.ts';
import { localDay } from '#shared/kit/days.ts';
import type { QueryOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { type CsvCell, MAX_EXPORT_ROWS } from '#shared/kit/text/csv.ts';
import { formatDate, integer } from '#shared/kit/text/format.ts';
import { deliveryModeId, deliveryModeName } from '#shared/orders/rules/delivery-modes.ts';
import type * as calls from '#shared/orders/shipments.ts';
import { parseShipmentCriteria, type ShipmentCriteria } from './shipment-criteria.ts';
import { type ExportedShipment, exportedPage, shipmentTotal } from './shipment-list.store.ts';

/** Rows per transaction. */
const PAGE = 2000;

/** Column titles, the same as the list's (readings §4). */
const HEADER = [
  'Fecha de Creación',
  'Nro. de Orden Interno',
  'Nro. de Orden',
  'Envío',
  'Estado',
  'Destinatario',
  'Modo de Entrega',
  'Valor',
  'Costo de Envío',
  'Fecha de Entrega',
  'Impreso',
];

/**
 * Streams the client's shipments as CSV with the list's filters, the last created first (readings C13, S12). Days are
 * in Buenos Aires time, amounts in pesos.
 *
 * @throws Failure 422 if more than MAX_EXPORT_ROWS shipments match
 */
export async function exportShipments(
  deps: Deps,
  { clientId }: Caller,
  { filter }: QueryOf<typeof calls.exportShipments>,
): Promise<Download> {
  const criteria = parseShipmentCriteria(filter, localDay(deps.clock()));
  if (criteria !== null) await refuseTooMany(deps, clientId, criteria);
  const name = `Envíos ${localDay(deps.clock())}`;
  return csvDownload(name, HEADER, criteria === null ? nothing() : readPages(deps, clientId, criteria));
}

async function refuseTooMany(deps: Deps, clientId: number, criteria: ShipmentCriteria): Promise<void> {
  const [[{ n } = { n: 0 }]] = await deps.db.readReplica(clientId, [shipmentTotal(clientId, criteria)]);
  if (n <= MAX_EXPORT_ROWS) return;
  throw new Failure(
    422,
    `Son ${integer(n)} envíos y se pueden exportar hasta ${integer(MAX_EXPORT_ROWS)}. Elegí un período más corto`,
  );
}

async function* nothing(): AsyncGenerator<never> {}

async function* readPages(deps: Deps, clientId: number, criteria: ShipmentCriteria): AsyncGenerator<CsvCell[][]> {
  let after: Keyset | null = null;
  for (let read = 0; read < MAX_EXPORT_ROWS; read += PAGE) {
    const [rows]: [(ExportedShipment & Keyset)[]] = await deps.db.readReplica(clientId, [
      exportedPage(clientId, criteria, after, PAGE),
    ]);
    if (rows.length > 0) yield rows.map(cells);
    after = rows.at(-1) ?? null;
    if (rows.length < PAGE) return;
  }
}

function cells(shipment: ExportedShipment): CsvCell[] {
  const mode = deliveryModeId(shipment.delivery_mode);
  return [
    formatDate(localDay(shipment.created_at)),
    shipment.order_id,
    shipment.tracking_id,
    shipment.label,
    shipment.state,
    shipment.receiver_name,
    mode && deliveryModeName(mode),
    { pesos: shipment.value_cents / 100 },
    { pesos: shipment.cost_cents / 100 },
    shipment.delivery_date && formatDate(shipment.delivery_date),
    shipment.printed ? 'SI' : 'NO',
  ];
}
