import type { AddressPart } from '#web/orders/place/address-labels.ts';

/** The order form's field of each part of the receiver's address. */
export const RECEIVER_ADDRESS = {
  street_name: 'receiver.address.street_name',
  street_number: 'receiver.address.street_number',
  floor: 'receiver.address.floor',
  apartment: 'receiver.address.apartment',
  between_1: 'receiver.address.between_1',
  between_2: 'receiver.address.between_2',
  zip_code: 'receiver.address.zip_code',
  state: 'receiver.address.state',
  city: 'receiver.address.city',
  neighborhood_name: 'receiver.address.neighborhood_name',
  other_info: 'receiver.address.other_info',
} as const satisfies Record<AddressPart, string>;
