import type { StaffShipment } from '#shared/orders/staff-shipments.ts';

type Receiver = StaffShipment['receiver'];

/** Street, number, floor and flat of a receiver. */
export function addressText(receiver: Receiver): string {
  const { address_street_name, address_street_number, address_floor, address_apartment } = receiver;
  return [address_street_name, address_street_number, address_floor, address_apartment].filter(Boolean).join(' ');
}

/** City and province of a receiver, once where both have one name. */
export const placeText = ({ address_city, address_state }: Receiver): string =>
  address_city === address_state ? address_city : `${address_city}, ${address_state}`;
