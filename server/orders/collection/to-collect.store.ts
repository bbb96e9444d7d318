import { quoted } from '#server/db/list/quoted.ts';
import { TO_COLLECT } from '#shared/orders/rules/shipment/manifest.ts';

/** SQL condition of the index `shipments_to_collect`: a shipment `s` has a printed, current label and waits at its sender. */
export const WAITS_AT_SENDER = `s.printed AND NOT s.label_outdated AND s.delivery_mode IN (1, 2)
  AND s.state_code IN (${TO_COLLECT.map(quoted).join(', ')})`;

/** SQL of an address `a` on the wire. */
export const ADDRESS = `json_build_object('street_name', a.street_name, 'street_number', a.street_number, 'floor', a.floor,
  'apartment', a.apartment, 'neighborhood_name', a.neighborhood_name, 'zip_code', a.zip_code, 'city', a.city, 'state', a.state,
  'other_info', a.other_info)`;
