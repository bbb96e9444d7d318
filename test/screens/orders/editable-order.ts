import { type OrderDetail, readOrder } from '#shared/orders/orders.ts';
import { sampleReply } from '#test/screens/fake-gateway.ts';

/** Builds an editable order for Ana Gómez, with all shipments in one state. */
export function editableOrder(changes: Partial<OrderDetail> = {}, state = 'Registrado'): OrderDetail {
  const { results } = sampleReply(readOrder, 1);
  const receiver = {
    receiver_name: 'Ana Gómez',
    receiver_phone: '11 4444-5555',
    email: 'ana@example.com',
    address_street_number: '1234',
    address_floor: '',
    address_apartment: '',
    address_zip_code: '1425',
    address_city: 'Palermo',
    address_state: 'Ciudad Autónoma de Buenos Aires',
  };
  const shippings = results.shippings.map((shipping) => ({
    ...shipping,
    state,
    printed_by_client: false,
    label_outdated: false,
    receiver: { ...shipping.receiver, ...receiver },
  }));
  return { ...results, can_request_edit: true, pickup_point: null, shippings, ...changes };
}
