import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { pageCount } from '#server/platform/http/response/paging.ts';
import { exactSum } from '#shared/kit/amount.ts';
import { addDays, addMonths, localDay } from '#shared/kit/days.ts';
import type { QueryOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import type * as calls from '#shared/money/staff-charges.ts';
import {
  type ChargedClient,
  type ChargedMonth,
  type ChargedShipment,
  type ChargeSums,
  readChargedClient,
  readChargedClients,
  readChargedShipments,
  readClientSums,
} from './charge.store.ts';
import { readReasons } from './reasons.ts';

const pesos = (cents: number) => cents / 100;

/** Returns a month with its first and last day, by default the current one. */
export function chargedMonth(
  { clock }: Pick<Deps, 'clock'>,
  wanted: string | undefined,
): ChargedMonth & { month: string } {
  const month = wanted ?? localDay(clock()).slice(0, 7);
  const from = `${month}-01`;
  return { month, from, to: addDays(addMonths(from, 1), -1) };
}

/** Lists what each client is charged for the shipments that were collected in a month (docs/behaviour/money.md). */
export async function listCharges(
  deps: Deps,
  { filter, page, limit }: QueryOf<typeof calls.listCharges>,
): Promise<ReplyOf<typeof calls.listCharges>> {
  const { month, ...days } = chargedMonth(deps, filter.month);
  const { results, pagination } = await deps.db.withProvider((trx) =>
    readChargedClients(trx, days, filter.search, { page, limit }),
  );
  return {
    month,
    sums: sumsOfAll(results),
    pagination,
    results: results.map(({ client_id, nombre_empresa, razon_social, cuit, ...sums }) => ({
      client_id,
      nombre_empresa,
      razon_social,
      cuit,
      ...wireSums(sums),
    })),
  };
}

/** Returns the sums of all clients that match, of a page of them. @throws InexactNumberError */
export const sumsOfAll = ([first]: readonly ChargedClient[]) =>
  wireSums({
    shipments: first?.all_shipments ?? 0,
    frozen_cents: first?.all_frozen_cents ?? 0,
    adjustment_cents: first?.all_adjustment_cents ?? 0,
    net_cents: first?.all_net_cents ?? 0,
  });

/** Reads the client that is charged. @throws Failure 404 for an unknown client */
export async function requireChargedClient(trx: Trx, clientId: number) {
  const client = await readChargedClient(trx, clientId);
  if (!client) throw new Failure(404, messages.notFound);
  return client;
}

/** Lists a client's charged shipments of a month, by day. @throws Failure 404 for an unknown client */
export async function listClientCharges(
  deps: Deps,
  clientId: number,
  { filter, page, limit }: QueryOf<typeof calls.listClientCharges>,
): Promise<ReplyOf<typeof calls.listClientCharges>> {
  const { month, ...days } = chargedMonth(deps, filter.month);
  return deps.db.withClient(clientId, async (trx) => {
    const client = await requireChargedClient(trx, clientId);
    const sums = await readClientSums(trx, clientId, days);
    const pages = pageCount(sums.shipments, limit);
    const at = Math.max(1, Math.min(page, pages));
    const shipments = await readChargedShipments(trx, clientId, days, { skip: (at - 1) * limit, limit });
    const reasons = await readReasons(trx, clientId, shipments);
    return {
      month,
      client,
      sums: { ...wireSums(sums), paid: pesos(sums.paid_cents) },
      pagination: { page: at, pages, total: sums.shipments, limit },
      results: shipments.map((shipment) => wireCharge(shipment, reasons.get(shipment.id) ?? [])),
    };
  });
}

/** Returns sums of charges in pesos. @throws InexactNumberError for sums that aren't exact in cents any more */
export function wireSums({ shipments, frozen_cents, adjustment_cents, net_cents }: ChargeSums) {
  // A list's sums come as JSON, which rounds numbers that are too large.
  const [frozen, adjustment, net] = [exactSum(frozen_cents), exactSum(adjustment_cents), exactSum(net_cents)];
  const total = exactSum(frozen, adjustment);
  return {
    parcels: shipments,
    frozen: pesos(frozen),
    adjustment: pesos(adjustment),
    net: pesos(net),
    tax: pesos(total - net),
    total: pesos(total),
  };
}

function wireCharge(shipment: ChargedShipment, reasons: string[]): calls.Charge {
  const { label, tracking_id, order_id, collected_on, tariff_id, valid_from, cost_cents, net_cents, paid } = shipment;
  const adjustment_cents = shipment.adjustment_cents + shipment.measured_adjustment_cents;
  return {
    shipment_id: label,
    tracking_id,
    order_id,
    collected_on,
    tariff: { id: tariff_id, valid_from },
    frozen: pesos(cost_cents),
    adjustment: pesos(adjustment_cents),
    reasons,
    net: pesos(net_cents),
    tax: pesos(cost_cents + adjustment_cents - net_cents),
    total: pesos(cost_cents + adjustment_cents),
    paid,
  };
}
