import { run, runOne, type Trx } from '#server/db/connection.ts';
import { readOffsetPage } from '#server/db/list/offset-page.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { MEASURED } from '#server/orders/domain/measured-costs.store.ts';
import { ADJUSTMENTS, TARIFF_START } from '#server/orders/domain/order-row.store.ts';
import type { PackageColumns } from '#server/orders/domain/package-columns.ts';
import type { Day } from '#shared/kit/days.ts';
import type { Tariff } from '#shared/money/rules/tariff.ts';
import type { Measurement } from '#shared/orders/rules/shipment/measurement.ts';
import { partOfCuit } from '#shared/people/rules/cuit.ts';

/** First and last day of a month. */
export interface ChargedMonth {
  from: Day;
  to: Day;
}

/** Sums of charged shipments. Amounts in cents. */
export interface ChargeSums {
  shipments: number;
  frozen_cents: number;
  adjustment_cents: number;
  /** Of both, without IVA. */
  net_cents: number;
}

/** SQL condition: a shipment `p` of the client is charged between the days $2 and $3. */
const CHARGED = "p.collected_on BETWEEN $2::date AND $3::date AND p.state_code IS DISTINCT FROM 'cancelado'";

/** SQL that joins the order `o` and the tariff `t` of a shipment `p`. */
const PRICED = 'JOIN orders o ON o.client_id = p.client_id AND o.id = p.order_pk JOIN tariffs t ON t.id = o.tariff_id';

/** SQL of the IVA of a tariff `t`, in percent. */
const TAX = "(t.terms->>'taxPercent')::numeric";

/**
 * SQL of the cost of a shipment `p` without IVA, by the IVA of its order's tariff. Rounded to the cent it is the net amount that the
 * tariff resulted in, because a price adds the rounded IVA to whole cents.
 */
const netBy = (tax: string) => `round((p.cost_cents + ${ADJUSTMENTS}) * 100 / (100 + ${tax}))::bigint`;
const NET = netBy(TAX);

/** SQL of the sums of charged shipments `p`. The net sum is that of the shipments, so that rows and files add up. */
const sumsBy = (tax: string) => `count(*) AS shipments, coalesce(sum(p.cost_cents), 0)::bigint AS frozen_cents,
  coalesce(sum(${ADJUSTMENTS}), 0)::bigint AS adjustment_cents, coalesce(sum(${netBy(tax)}), 0)::bigint AS net_cents`;
const SUMS = sumsBy(TAX);

/** SQL of the IVA that all tariffs have; no row if they differ. */
const COMMON_TAX = `SELECT min(${TAX}) FROM tariffs t HAVING count(DISTINCT ${TAX}) = 1`;

/**
 * SQL of the IVA of a shipment `p`. Only where tariffs differ each shipment's order is looked up, which takes nine tenths of the time
 * of a month of all clients.
 */
const SHIPMENT_TAX = `coalesce((SELECT common FROM tax), (SELECT ${TAX} FROM orders o JOIN tariffs t ON t.id = o.tariff_id
  WHERE o.client_id = p.client_id AND o.id = p.order_pk))`;

/** A client's sums, with those of all clients that match. */
export interface ChargedClient extends ChargeSums {
  client_id: number;
  nombre_empresa: string;
  razon_social: string;
  cuit: string;
  all_shipments: number;
  all_frozen_cents: number;
  all_adjustment_cents: number;
  all_net_cents: number;
}

/** Reads a page of the clients that are charged in a month, by company name. @param trx a transaction of the role `provider` */
export function readChargedClients(
  trx: Trx,
  { from, to }: ChargedMonth,
  search: string | undefined,
  place: { page: number; limit: number },
) {
  const select = `WITH tax AS MATERIALIZED (SELECT (${COMMON_TAX}) AS common)
    SELECT c.client_id, c.nombre_empresa, c.razon_social, c.cuit, m.*,
      (sum(m.shipments) OVER ())::bigint AS all_shipments, (sum(m.frozen_cents) OVER ())::bigint AS all_frozen_cents,
      (sum(m.adjustment_cents) OVER ())::bigint AS all_adjustment_cents,
      (sum(m.net_cents) OVER ())::bigint AS all_net_cents
    FROM clients c CROSS JOIN LATERAL (
      SELECT ${sumsBy(SHIPMENT_TAX)} FROM shipments p WHERE p.client_id = c.client_id AND ${CHARGED}
    ) m
    WHERE m.shipments > 0 AND ($1::text IS NULL OR norm(c.nombre_empresa || ' ' || c.razon_social) LIKE like_contains($1)
      OR c.cuit LIKE like_contains($4))`;
  const values = [search ?? null, from, to, partOfCuit(search ?? '')];
  const list = { select, orderBy: 'norm(nombre_empresa), client_id', values };
  return readOffsetPage<ChargedClient>(trx, list, place);
}

const READ_CHARGED_CLIENT: Statement<Pick<ChargedClient, 'client_id' | 'nombre_empresa' | 'cuit'>> = statement(
  'charge.read-charged-client',
  'SELECT client_id, nombre_empresa, cuit FROM clients WHERE client_id = $1',
);

/** Reads the client that is charged; null for an unknown one. @param trx a transaction of the client */
export async function readChargedClient(trx: Trx, clientId: number) {
  const [row] = await run(trx, READ_CHARGED_CLIENT, [clientId]);
  return row ?? null;
}

const READ_CLIENT_SUMS: Statement<ChargeSums & { paid_cents: number }> = statement(
  'charge.read-client-sums',
  `SELECT ${SUMS}, coalesce(sum(p.cost_cents) FILTER (WHERE o.paid_at IS NOT NULL), 0)::bigint AS paid_cents
   FROM shipments p ${PRICED} WHERE p.client_id = $1 AND ${CHARGED}`,
);

/** Reads a client's sums; `paid_cents` are frozen costs that were paid online. @param trx a transaction of the client */
export async function readClientSums(
  trx: Trx,
  clientId: number,
  { from, to }: ChargedMonth,
): Promise<ChargeSums & { paid_cents: number }> {
  return runOne(trx, READ_CLIENT_SUMS, [clientId, from, to]);
}

/** A charged shipment with what its adjustment follows from. Amounts in cents. */
export interface ChargedShipment extends PackageColumns {
  id: number;
  order_pk: number;
  label: string;
  tracking_id: string;
  order_id: string;
  collected_on: Day;
  tariff_id: number;
  valid_from: Day;
  /** Only with an adjustment. */
  terms: Tariff | null;
  cost_cents: number;
  /** By changes of address. */
  adjustment_cents: number;
  /** By measured weight and size. */
  measured_adjustment_cents: number;
  /** Of cost and adjustments, without IVA. */
  net_cents: number;
  /** What was measured last; only with an adjustment by it. */
  measured: Measurement | null;
  paid: boolean;
  /** Letter of the destination's province. */
  province: string | null;
}

/**
 * SQL of charged shipments by the ids that `keys` selects. Each row is looked up by its key: of tables that grew since their last
 * statistics the planner expects a single row, and joins all orders with all keys.
 */
const SHIPMENTS = (keys: string) => `WITH keys AS MATERIALIZED (${keys})
  SELECT p.id, p.order_pk, p.label, o.tracking_id, o.order_id, p.collected_on::text AS collected_on, t.id AS tariff_id,
    ${TARIFF_START} AS valid_from, CASE WHEN p.adjustment_cents <> 0 THEN t.terms END AS terms, p.cost_cents,
    p.adjustment_cents, p.measured_adjustment_cents, ${NET} AS net_cents,
    CASE WHEN p.measured_adjustment_cents <> 0 THEN ${MEASURED} END AS measured, o.paid_at IS NOT NULL AS paid, p.height_cm, p.width_cm, p.length_cm, p.weight_g, p.value_cents,
    o.province
  FROM keys CROSS JOIN LATERAL (SELECT * FROM shipments s WHERE s.client_id = $1 AND s.id = keys.id OFFSET 0) p
  CROSS JOIN LATERAL (SELECT * FROM orders WHERE client_id = $1 AND id = p.order_pk OFFSET 0) o
  JOIN tariffs t ON t.id = o.tariff_id
  ORDER BY p.collected_on, p.id`;

const KEYS = `SELECT p.id FROM shipments p WHERE p.client_id = $1 AND ${CHARGED}`;

const CHARGED_SHIPMENTS: Statement<ChargedShipment> = statement(
  'charge.charged-shipments',
  SHIPMENTS(`${KEYS} ORDER BY p.collected_on, p.id LIMIT $4 OFFSET $5`),
  { nullable: ['terms', 'measured'] },
);

const CHARGED_SHIPMENTS_AFTER: Statement<ChargedShipment> = statement(
  'charge.charged-shipments-after',
  SHIPMENTS(`${KEYS} AND (p.collected_on, p.id) > ($4::date, $5::bigint) ORDER BY p.collected_on, p.id LIMIT $6`),
  { nullable: ['terms', 'measured'] },
);

/** Reads charged shipments of a client by day, without the first `skip`. @param trx a transaction of the client */
export function readChargedShipments(
  trx: Trx,
  clientId: number,
  { from, to }: ChargedMonth,
  { skip, limit }: { skip: number; limit: number },
): Promise<ChargedShipment[]> {
  return run(trx, CHARGED_SHIPMENTS, [clientId, from, to, limit, skip]);
}

/** Reads the charged shipments of a client that follow one of them, or the first ones. @param trx a transaction of the client */
export function readChargedShipmentsAfter(
  trx: Trx,
  clientId: number,
  { from, to }: ChargedMonth,
  { after, limit }: { after: { collected_on: Day; id: number }; limit: number },
): Promise<ChargedShipment[]> {
  return run(trx, CHARGED_SHIPMENTS_AFTER, [clientId, from, to, after.collected_on, after.id, limit]);
}
