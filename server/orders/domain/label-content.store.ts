import { quoted } from '#server/db/list/quoted.ts';
import { AT_SENDER } from '#shared/orders/rules/shipment/collection.ts';
import { NOT_SUPERSEDED } from './movement/event-corrections.store.ts';

/** SQL of the number of shipments of an order `o` that travel: cancelled ones don't count. @param among a further condition */
const travelling = (among: string) => `(SELECT count(*)::int FROM shipments m WHERE m.client_id = o.client_id
    AND m.order_pk = o.id AND m.state_code IS DISTINCT FROM 'cancelado'${among})`;

/** SQL of 'shipment 1 of 2' of a shipment `s` of an order `o`, as labels and manifests count shipments. */
export const SHIPMENT_OF = { number: travelling(' AND m.n <= s.n'), total: travelling('') };

/**
 * SQL of the content of the label of a shipment `s` of an order `o`, by the keys of `LabelRow`. Both the label and its
 * fingerprint are made from these columns, so that no printed text can be missing from the fingerprint.
 *
 * The provider's name, the URL of the tracking page and the layout are left out: they change by configuration or
 * release, and labels printed before stay valid.
 */
export const LABEL_CONTENT = {
  order_id: 'o.order_id',
  tracking_id: 'o.tracking_id',
  delivery_mode: 'o.delivery_mode',
  created_day: 'local_day(o.created_at)',
  sender_name: 'o.sender_name',
  receiver_name: 'o.receiver_name',
  document: 'o.document',
  receiver_phone: 'o.receiver_phone',
  street_name: 'o.street_name',
  street_number: 'o.street_number',
  floor: 'o.floor',
  apartment: 'o.apartment',
  between_1: 'o.between_1',
  between_2: 'o.between_2',
  zip_code: 'o.zip_code',
  state: 'o.state',
  city: 'o.city',
  neighborhood_name: 'o.neighborhood_name',
  other_info: 'o.other_info',
  sender_address: 'o.sender_address',
  pickup_point: 'o.pickup_point',
  label: 's.label',
  n: SHIPMENT_OF.number,
  packages: SHIPMENT_OF.total,
  weight_g: 's.weight_g',
  length_cm: 's.length_cm',
  width_cm: 's.width_cm',
  height_cm: 's.height_cm',
  items: `coalesce((SELECT json_agg(json_build_object('name', i.name, 'quantity', i.quantity) ORDER BY i.n)
    FROM shipment_items i WHERE i.client_id = o.client_id AND i.shipment_id = s.id), '[]')`,
  company: '(SELECT c.nombre_empresa FROM clients c WHERE c.client_id = o.client_id)',
  phone: `coalesce((SELECT u.phone FROM users u WHERE u.client_id = o.client_id ORDER BY u.created_at, u.id LIMIT 1), '')`,
} as const;

/** SQL of the SHA-256 of the current label content of a shipment `s` of an order `o`. */
export const LABEL_FINGERPRINT = `sha256(convert_to(jsonb_build_array(${Object.values(LABEL_CONTENT).join(', ')})::text, 'UTF8'))`;

/** SQL condition: an event `e` that meets a condition shows that the provider held a shipment `s`. */
export const collectedWhere = (
  condition: string,
) => `EXISTS (SELECT FROM shipment_events e WHERE e.client_id = s.client_id
    AND e.shipment_id = s.id AND ${NOT_SUPERSEDED} AND ${condition}
    AND coalesce(e.state_code, '') NOT IN (${[...AT_SENDER].map(quoted).join(', ')}))`;

/** SQL condition: the provider has collected a shipment `s`. Mirrors `isCollected` over the stored history. */
export const COLLECTED = collectedWhere('true');

/** Compares the last delivered label of a shipment with its current label content. */
export type LabelState = 'current' | 'outdated' | 'outdated_collected';

/** SQL of the `LabelState` of a shipment `s` of an order `o`. Deliveries without a fingerprint count as current. */
export const LABEL_STATE = `CASE WHEN s.label_fingerprint IS NULL OR s.label_fingerprint = ${LABEL_FINGERPRINT} THEN 'current'
    WHEN ${COLLECTED} THEN 'outdated_collected' ELSE 'outdated' END`;
