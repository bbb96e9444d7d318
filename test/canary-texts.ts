import { newOrder, orderEdit, receiver } from './new-order.ts';

/*
 * What a client types, with its canary in every free text: a word that stands nowhere else, so that wherever it turns up
 * one knows whose words these are. One of up to eight letters fits into every field whole; what is longer is cut there.
 */

/** A zip that says its province by itself, so that the province's name may be any text. */
const ZIP = 'C1059ABC';

/** An address, but for its zip and what stands between which streets. */
function address(canary: string) {
  const short = canary.slice(0, 10);
  return {
    street_name: canary,
    street_number: canary.slice(0, 20),
    floor: short,
    apartment: short,
    neighborhood_name: canary,
    city: canary,
    state: canary,
    other_info: canary,
    zip_code: ZIP,
  };
}

/** Of a registration; its number of the street has to be one. */
export function canaryRegistration(canary: string) {
  const { street_number: _, ...words } = address(canary);
  const typed = Object.entries(words).map(([key, value]) => [`sender_address_${key}`, value]);
  return {
    ...Object.fromEntries(typed),
    username: canary,
    email: `${canary}@example.com`,
    nombre: canary,
    apellido: canary,
    razon_social: `${canary} S.R.L.`,
    nombre_empresa: `Empresa ${canary}`,
  };
}

/** Of a collection address. */
export const canaryAddress = (canary: string) => ({ ...address(canary), main_address: true, active: true });

/** Of a product with this SKU. */
export const canaryProduct = (canary: string, sku = `SKU-${canary}`) => ({
  sku,
  description: canary,
  category: 1,
  ...{ value: 10, length: 1, height: 1, width: 1, weight: 100 },
  active: true,
});

/** A document has a digit. */
const documentOf = (canary: string) => (/\d/.test(canary) ? canary.slice(0, 8) : `${canary.slice(0, 7)}1`);

let numbers = 0;

/** Of a new order; by default with a number that holds the canary too. */
export function canaryOrder(canary: string, changes: Record<string, unknown> = {}) {
  numbers += 1;
  const names = { first_name: canary, last_name: canary, receiver_name: canary };
  return newOrder({
    order_id: `${canary.slice(0, 14)}-${numbers}`,
    sender_name: canary,
    receiver: receiver(
      { ...names, document: documentOf(canary), email: `${canary}@example.com` },
      { ...address(canary), between_1: canary, between_2: canary },
    ),
    ...changes,
  });
}

/** Of a change of the receiver and address of such an order. */
export function canaryEdit(canary: string) {
  const typed = Object.entries(address(canary)).map(([key, value]) => [`address_${key}`, value]);
  const email = `${canary}@example.com`;
  return orderEdit({ ...Object.fromEntries(typed), email, receiver_name: `${canary} hijo` });
}
