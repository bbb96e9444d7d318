import type { CallInput } from '#shared/kit/http/endpoint.ts';
import type { createOrder } from '#shared/orders/new-order.ts';

type Body = NonNullable<CallInput<typeof createOrder>['body']>;

let numbers = 0;

/**
 * Builds a valid new order of one package without products, as the portal sends it; `changes` replace top-level keys.
 */
export function newOrder(changes: Record<string, unknown> = {}): Body {
  numbers += 1;
  return {
    order_id: `P-${String(numbers).padStart(6, '0')}`,
    delivery_mode: 1,
    pickup_address_id: '',
    sender_name: '',
    receiver: receiver(),
    shipments: [shipment()],
    ...changes,
  } as Body;
}

export function receiver(changes: Record<string, unknown> = {}, address: Record<string, unknown> = {}) {
  return {
    first_name: 'Ana',
    last_name: 'Gómez',
    receiver_name: 'Ana Gómez',
    document: '20123456',
    email: 'ana@example.com',
    receiver_phone: '11 4444-5555',
    address: {
      street_name: 'Av. Santa Fe',
      street_number: '1234',
      floor: '',
      apartment: '',
      between_1: 'Libertad',
      between_2: '',
      zip_code: '1059',
      state: 'Capital Federal',
      city: 'CABA',
      neighborhood_name: 'Retiro',
      other_info: '',
      ...address,
    },
    ...changes,
  };
}

export function shipment(changes: Record<string, unknown> = {}) {
  return {
    length: 30,
    width: 20,
    height: 10,
    weight: 900,
    items_value: 15_000,
    items: [{ sku: 'NO_INFORMADO', item: 'NO_INFORMADO', quantity: 1, index: 0 }],
    ...changes,
  };
}

/** Builds an edit of `newOrder`'s order: another house number in the same street, unless `changes` replace more. */
export function orderEdit(changes: Record<string, unknown> = {}) {
  return {
    receiver: {
      receiver_name: 'Ana Gómez',
      receiver_phone: '11 4444-5555',
      email: 'ana@example.com',
      address_street_name: 'Av. Santa Fe',
      address_street_number: '1236',
      address_other_info: '',
      address_neighborhood_name: 'Retiro',
      address_zip_code: '1059',
      address_city: 'CABA',
      address_state: 'Capital Federal',
      address_floor: '',
      address_apartment: '',
      ...changes,
    },
  };
}
