import { newOrder, orderEdit, receiver } from './order-factory.ts';

/*
 * What a client types, with its marker in every free text: a word that stands nowhere else, so that wherever it turns up
 * one knows whose words these are. One of up to eight letters fits into every field whole; what is longer is cut there.
 */

/** A zip that says its province by itself, so that the province's name may be any text. */
const ZIP = 'C1059ABC';

/** An address, but for its zip and what stands between which streets. */
function address(marker: string) {
  const short = marker.slice(0, 10);
  return {
    street_name: marker,
    street_number: marker.slice(0, 20),
    floor: short,
    apartment: short,
    neighborhood_name: marker,
    city: marker,
    state: marker,
    other_info: marker,
    zip_code: ZIP,
  };
}

/** Of a registration; its number of the street has to be one. */
export function markerRegistration(marker: string) {
  const { street_number: _, ...words } = address(marker);
  const typed = Object.entries(words).map(([key, value]) => [`sender_address_${key}`, value]);
  return {
    ...Object.fromEntries(typed),
    username: marker,
    email: `${marker}@example.com`,
    nombre: marker,
    apellido: marker,
    razon_social: `${marker} S.R.L.`,
    nombre_empresa: `Empresa ${marker}`,
  };
}

/** Of a collection address. */
export const markerAddress = (marker: string) => ({ ...address(marker), main_address: true, active: true });

/** Of a product with this SKU. */
export const markerProduct = (marker: string, sku = `SKU-${marker}`) => ({
  sku,
  description: marker,
  category: 1,
  ...{ value: 10, length: 1, height: 1, width: 1, weight: 100 },
  active: true,
});

/** A document has a digit. */
const documentOf = (marker: string) => (/\d/.test(marker) ? marker.slice(0, 8) : `${marker.slice(0, 7)}1`);

let numbers = 0;

/** Of a new order; by default with a number that holds the marker too. */
export function markerOrder(marker: string, changes: Record<string, unknown> = {}) {
  numbers += 1;
  const names = { first_name: marker, last_name: marker, receiver_name: marker };
  return newOrder({
    order_id: `${marker.slice(0, 14)}-${numbers}`,
    sender_name: marker,
    receiver: receiver(
      { ...names, document: documentOf(marker), email: `${marker}@example.com` },
      { ...address(marker), between_1: marker, between_2: marker },
    ),
    ...changes,
  });
}

/** Of a change of the receiver and address of such an order. */
export function markerEdit(marker: string) {
  const typed = Object.entries(address(marker)).map(([key, value]) => [`address_${key}`, value]);
  const email = `${marker}@example.com`;
  return orderEdit({ ...Object.fromEntries(typed), email, receiver_name: `${marker} hijo` });
}
