import { readProvince } from '#shared/orders/rules/place/read-province.ts';
import { isShipmentStateCode, shipmentState } from '#shared/orders/rules/shipment/shipment-states.ts';
import type { ModelWorld } from './model-world.ts';

/** Order states, groups and flags of readings C51, derived independently in SQL from the shipments. */

/** Unknown texts of `model-steps` that are red by their first words. */
const RED_TEXT = "s.state_code IS NULL AND s.state ILIKE 'no entregado%'";

const EXPECTED = `
  WITH counted AS (
    SELECT o.*, c.*, c.total - c.cancelled AS live, o.prepaid AND o.paid_at IS NULL AS unpaid
    FROM orders o CROSS JOIN LATERAL (
      SELECT count(*) AS total,
        count(*) FILTER (WHERE s.state_code = 'cancelado') AS cancelled,
        count(*) FILTER (WHERE s.state_code = 'expirado') AS expired,
        count(*) FILTER (WHERE s.state_code = 'devuelto') AS returned,
        count(*) FILTER (WHERE s.state_code IN ('extraviado', 'siniestrado')) AS lost,
        count(*) FILTER (WHERE s.state_code IN ('entregado', 'entregado_danio')) AS delivered,
        count(*) FILTER (WHERE s.state_code = 'entrega_parcial') AS in_part,
        count(*) FILTER (WHERE s.state_code IN ('no_entregado', 'no_retirado', 'rechazado', 'direccion_corregir',
          'demorado', 'en_revision') OR ${RED_TEXT}) AS troubled,
        count(*) FILTER (WHERE s.state_code IN ('registrado', 'li_registrada', 'pendiente_pago')) AS first,
        max(s.state_at) AS last_event
      FROM shipments s WHERE s.client_id = o.client_id AND s.order_pk = o.id
    ) c WHERE o.client_id = ANY($1)
  ), ended AS (
    SELECT *, cancelled + expired + returned + lost + delivered = total AS over FROM counted
  ), stated AS (
    SELECT *, CASE
      WHEN live = 0 THEN 'cancelado'
      WHEN expired = live THEN 'expirado'
      WHEN unpaid THEN 'pendiente_pago'
      WHEN delivered = live THEN 'entregado'
      WHEN delivered + in_part > 0 THEN 'entrega_parcial'
      WHEN troubled > 0 OR (over AND lost > 0) THEN 'con_incidencia'
      WHEN returned + expired = live THEN 'devuelto'
      WHEN first = live THEN 'registrado'
      ELSE 'en_curso' END AS due_state
    FROM ended
  )
  SELECT tracking_id, order_state, due_state, state_group, payable, can_request_edit, over,
    CASE WHEN due_state = 'pendiente_pago' THEN 'pendiente_pago'
      WHEN over AND (due_state <> 'con_incidencia' OR incident_closed_at > last_event) THEN 'final'
      WHEN due_state = 'con_incidencia' THEN 'con_problema'
      WHEN unpaid OR printed THEN 'en_camino' ELSE 'por_imprimir' END AS "group",
    unpaid AND NOT approved_payment AND NOT over AS may_pay,
    NOT over AND last_modification_state IS DISTINCT FROM 'Pendiente' AS may_edit,
    incident_closed_at < last_event + interval '30 days' AS closed_early,
    merchant_order_state = 54 AND over AS still_charged
  FROM stated`;

interface Row {
  order_state: string;
  due_state: string;
  state_group: string;
  group: string;
  payable: boolean;
  may_pay: boolean;
  can_request_edit: boolean;
  may_edit: boolean;
  closed_early: boolean | null;
  still_charged: boolean | null;
  over: boolean;
}

/** Lists orders whose state, group or flags contradict readings C51, and ended orders that can still be paid. */
export async function wrongStates({ gateway, clients }: ModelWorld): Promise<object[]> {
  const rows = await gateway.owner<Row>(EXPECTED, [clients.map(({ clientId }) => clientId)]);
  return rows.filter(
    (row) =>
      row.order_state !== row.due_state ||
      row.state_group !== row.group ||
      row.payable !== row.may_pay ||
      row.can_request_edit !== row.may_edit ||
      row.closed_early === true ||
      row.still_charged === true,
  );
}

interface Edited {
  label: string;
  province: string;
  code: string;
  at: Date;
  current: string;
  requests: { state: string; at: string; before: Place; after: Place }[];
}

interface Place {
  address_state: string;
}

/**
 * Lists shipments that had ended before a change of address and yet got the new province. Of ended shipments with a corrected event it
 * is unknown since when they are ended.
 */
export async function wrongProvinces({ gateway, clients, corrected }: ModelWorld): Promise<object[]> {
  const rows = await gateway.owner<Edited>(
    `SELECT s.label, s.province, s.state_code AS code, o.province AS current,
       (SELECT max(e.recorded_at) FROM shipment_events e WHERE e.client_id = s.client_id AND e.shipment_id = s.id) AS at,
       (SELECT json_agg(json_build_object('state', m.state, 'at', m.decided_at, 'before', m.before, 'after', m.after)
          ORDER BY m.requested_at)
        FROM modification_requests m WHERE m.client_id = s.client_id AND m.order_pk = s.order_pk) AS requests
     FROM shipments s JOIN orders o ON o.client_id = s.client_id AND o.id = s.order_pk
     WHERE s.client_id = ANY($1)
       AND EXISTS (SELECT FROM modification_requests m WHERE m.client_id = s.client_id AND m.order_pk = s.order_pk)`,
    [clients.map(({ clientId }) => clientId)],
  );
  return rows.filter(({ label, province, code, at, current, requests }) => {
    const ended = isShipmentStateCode(code) && shipmentState(code).final;
    if (!ended) return province !== current;
    if (corrected.has(label)) return false;
    const approved = requests.filter(({ state }) => state === 'Aprobado');
    // Events in the same millisecond may have happened in either order.
    const before = approved.filter((request) => new Date(request.at).getTime() < at.getTime()).at(-1);
    const meanwhile = approved.filter((request) => new Date(request.at).getTime() === at.getTime());
    const first = letterOf(before?.after ?? requests[0]?.before);
    return ![first, ...meanwhile.map(({ after }) => letterOf(after))].includes(province);
  });
}

function letterOf(place: Place | undefined): string | undefined {
  return place && readProvince(place.address_state)?.letter;
}
