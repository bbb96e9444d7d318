import type { Deps } from '#server/integrations/deps.ts';
import { csvDownload } from '#server/platform/csv.ts';
import type { Download } from '#server/platform/http/response/download.ts';
import type { QueryOf } from '#shared/kit/http/endpoint.ts';
import type { CsvCell } from '#shared/kit/text/csv.ts';
import { formatDate } from '#shared/kit/text/format.ts';
import { joinSentences } from '#shared/kit/text/sentences.ts';
import type * as calls from '#shared/money/staff-charges.ts';
import { formatCuit } from '#shared/people/rules/cuit.ts';
import {
  type ChargedClient,
  type ChargedMonth,
  type ChargedShipment,
  readChargedClients,
  readChargedShipmentsAfter,
} from './charge.store.ts';
import { chargedMonth, requireChargedClient, sumsOfAll, wireSums } from './charges.ts';
import { readReasons } from './reasons.ts';

/** Rows per transaction. */
const PAGE = 2000;

const SHIPMENT_HEADER = [
  'Retirado',
  'Envío',
  'Nro. de Orden',
  'Nro. de Orden Interno',
  'Tarifa',
  'Tarifa vigente desde',
  'Costo con IVA',
  'Ajustes con IVA',
  'Motivo de los ajustes',
  'Neto',
  'IVA',
  'Total',
  'Pagado online',
];

/** Streams a client's charged shipments of a month as CSV, by day. @throws Failure 404 for an unknown client */
export async function exportClientCharges(
  deps: Deps,
  clientId: number,
  { filter }: QueryOf<typeof calls.exportClientCharges>,
): Promise<Download> {
  const { month, ...days } = chargedMonth(deps, filter.month);
  const { nombre_empresa } = await deps.db.withClient(clientId, (trx) => requireChargedClient(trx, clientId));
  await deps.db.withProvider(async (trx) => deps.events.record(trx, clientId, 'charges.exported', { month }));
  return csvDownload(`Cobros ${month} ${nombre_empresa}`, SHIPMENT_HEADER, staffShipmentPages(deps, clientId, days));
}

async function* staffShipmentPages(deps: Deps, clientId: number, days: ChargedMonth): AsyncGenerator<CsvCell[][]> {
  let after = { collected_on: days.from, id: 0 };
  for (;;) {
    const rows = await deps.db.withClient(clientId, async (trx) => {
      const shipments = await readChargedShipmentsAfter(trx, clientId, days, { after, limit: PAGE });
      const reasons = await readReasons(trx, clientId, shipments);
      return shipments.map((shipment) => ({ shipment, reasons: reasons.get(shipment.id) ?? [] }));
    });
    if (rows.length > 0) yield rows.map(({ shipment, reasons }) => shipmentCells(shipment, reasons));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.shipment;
  }
}

function shipmentCells(shipment: ChargedShipment, reasons: readonly string[]): CsvCell[] {
  const { cost_cents, net_cents } = shipment;
  const adjustment_cents = shipment.adjustment_cents + shipment.measured_adjustment_cents;
  const total_cents = cost_cents + adjustment_cents;
  return [
    formatDate(shipment.collected_on),
    shipment.label,
    shipment.tracking_id,
    shipment.order_id,
    shipment.tariff_id,
    formatDate(shipment.valid_from),
    { pesos: cost_cents / 100 },
    { pesos: adjustment_cents / 100 },
    joinSentences(reasons),
    ...[net_cents, total_cents - net_cents, total_cents].map((cents) => ({ pesos: cents / 100 })),
    shipment.paid ? 'SI' : 'NO',
  ];
}

const CLIENT_HEADER = [
  'Cliente',
  'Empresa',
  'Razón Social',
  'CUIT',
  'Envíos',
  'Costos con IVA',
  'Ajustes con IVA',
  'Neto',
  'IVA',
  'Total',
];

/** Streams each client's sums of a month as CSV, by company name. @throws InexactNumberError as the list does */
export async function exportCharges(deps: Deps, { filter }: QueryOf<typeof calls.exportCharges>): Promise<Download> {
  const { month, ...days } = chargedMonth(deps, filter.month);
  const read = (page: number) =>
    deps.db.withProvider((trx) => readChargedClients(trx, days, filter.search, { page, limit: PAGE }));
  const first = await read(1);
  // A file that has begun can't be refused any more.
  sumsOfAll(first.results);
  await deps.db.withProvider(async (trx) => deps.events.record(trx, null, 'charges.exported', { month }));
  async function* pages(): AsyncGenerator<CsvCell[][]> {
    for (let page = 1; ; page++) {
      const found = page === 1 ? first : await read(page);
      if (found.results.length > 0) yield found.results.map(clientCells);
      if (page >= found.pagination.pages) return;
    }
  }
  return csvDownload(`Cobros ${month}`, CLIENT_HEADER, pages());
}

function clientCells(client: ChargedClient): CsvCell[] {
  const { frozen, adjustment, net, tax, total } = wireSums(client);
  return [
    client.client_id,
    client.nombre_empresa,
    client.razon_social,
    formatCuit(client.cuit),
    client.shipments,
    ...[frozen, adjustment, net, tax, total].map((pesos) => ({ pesos })),
  ];
}
