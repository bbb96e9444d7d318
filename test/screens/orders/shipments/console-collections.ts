import { type Collection, listCollections } from '#shared/orders/staff-collections.ts';
import * as manifests from '#shared/orders/staff-manifests.ts';
import { reply } from '#test/screens/fake-gateway.ts';

export const NUMBER = 'COL-2026-000123';
export const AT = '2026-11-26T10:00:00-03:00';
const ADDRESS = {
  street_name: 'Mitre',
  street_number: '10',
  floor: '2',
  apartment: 'B',
  neighborhood_name: 'Centro',
  zip_code: '2000',
  city: 'Rosario',
  state: 'Santa Fe',
  other_info: 'De 9 a 13',
};

export const shipment = (
  label: string,
  changes: Partial<manifests.ManifestShipment> = {},
): manifests.ManifestShipment => ({
  shipment_id: label,
  order_id: `W-${label.slice(-4)}`,
  n: 1,
  packages: 1,
  zip_code: '5000',
  city: 'Córdoba',
  weight: 1500,
  value: 250.5,
  status: 'waiting',
  state: 'Registrado',
  ...changes,
});

export const manifest = (
  listed: readonly string[],
  changes: Partial<manifests.ManifestDetail> = {},
): manifests.ManifestDetail => ({
  number: NUMBER,
  client_id: 7,
  company: 'Mates del Sur',
  blocked_reason: null,
  state: 'abierto',
  sender_address: ADDRESS,
  orders: listed.length,
  bulks: listed.length,
  weight: 1500 * listed.length,
  value: 250.5 * listed.length,
  collected: 0,
  surplus: 0,
  created_at: AT,
  created_by: 'Martín Quiroga',
  closed_at: null,
  closed_by: null,
  cancel_reason: null,
  parcels: listed.map((label) => shipment(label)),
  surplus_parcels: [],
  ...changes,
});

export const page = (total: number) => ({ page: 1, pages: 1, total, limit: 50 });
export const collection: Collection = {
  client_id: 7,
  company: 'Mates del Sur',
  blocked_reason: null,
  phone: '11 4555-0303',
  address_id: 70,
  address: ADDRESS,
  orders: 3,
  bulks: 4,
  weight: 6000,
  listed: 1,
};
export const listed = (rows: readonly Collection[]) =>
  reply(listCollections, {
    results: [...rows],
    totals: { orders: 3, bulks: rows.length * 4, weight: 6000, listed: 1 },
    pagination: page(rows.length),
  });
export const noManifests = reply(manifests.listManifests, { results: [], pagination: page(0) });
