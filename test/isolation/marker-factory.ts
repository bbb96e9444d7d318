import { newOrder, orderEdit, receiver } from '#test/fixtures/order-factory.ts';

/**
 * Inputs of a client with its marker in every free text. The marker occurs nowhere else, so each occurrence identifies
 * the client. Every field holds a marker of up to eight letters; a longer one is cut in some fields.
 */

/** A CPA, which determines the province, so that the province's name may be any text. */
const ZIP = 'C1059ABC';

/** Builds an address without its zip and its between-streets. */
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

/** Builds a registration; its street number must be a number. */
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

/** Builds a collection address. */
export const markerAddress = (marker: string) => ({ ...address(marker), main_address: true, active: true });

/** Builds a contact for buyers. Its phone has no letters. */
export const markerContact = (marker: string) => ({ email: `${marker}@compras.example`, phone: '1144445555' });

/** Builds a product with this SKU, and a bar code of it. */
export const markerProduct = (marker: string, sku = `SKU-${marker}`) => ({
  sku,
  description: marker,
  category: 1,
  value: 10,
  length: 1,
  height: 1,
  width: 1,
  weight: 100,
  active: true,
  barcode: `BC-${sku}`,
});

/** Builds a package preset. */
export const markerPreset = (marker: string) => ({ name: marker, length: 30, width: 20, height: 10, weight: 900 });

/** A document has a digit. */
const documentOf = (marker: string) => (/\d/.test(marker) ? marker.slice(0, 8) : `${marker.slice(0, 7)}1`);

let numbers = 0;

/** Builds a new order; by default its number also contains the marker. */
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

/** Builds a change of such an order's receiver and address. */
export function markerEdit(marker: string) {
  const typed = Object.entries(address(marker)).map(([key, value]) => [`address_${key}`, value]);
  const email = `${marker}@example.com`;
  return orderEdit({ ...Object.fromEntries(typed), email, receiver_name: `${marker} hijo` });
}
