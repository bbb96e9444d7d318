/** Values of the order form: texts as they were typed. */
export type OrderValues = {
  delivery_mode: string;
  order_id: string;
  sender_name: string;
  /** Code of the pickup point that the sender chose; empty without one. */
  pickup_point_code: string;
  receiver: ReceiverValues;
  shipments: ShipmentValues[];
};

type ReceiverValues = {
  address: AddressValues;
  first_name: string;
  last_name: string;
  document: string;
  receiver_name: string;
  email: string;
  receiver_phone: string;
};

type AddressValues = {
  street_name: string;
  street_number: string;
  floor: string;
  apartment: string;
  between_1: string;
  between_2: string;
  zip_code: string;
  state: string;
  city: string;
  neighborhood_name: string;
  other_info: string;
};

/**
 * A package, in cm, grams and whole pesos. With items, weight and value are their sums and the typed values are
 * ignored.
 */
export type ShipmentValues = {
  items: ItemValues[];
  length: string;
  width: string;
  height: string;
  weight: string;
  items_value: string;
};

export type ItemValues = {
  /** Id of a product; empty until the user picks one. */
  product_id: string;
  quantity: string;
};

/** Returns a new item: one unit, without product (D1 §2). */
export const emptyItem = (): ItemValues => ({ product_id: '', quantity: '1' });

export const emptyShipment = (): ShipmentValues => ({
  items: [],
  length: '',
  width: '',
  height: '',
  weight: '',
  items_value: '',
});

/** Returns an empty order with the values that are known beforehand. */
export function emptyOrder(known: { delivery_mode: string; sender_name: string }): OrderValues {
  return {
    delivery_mode: known.delivery_mode,
    order_id: '',
    sender_name: known.sender_name,
    pickup_point_code: '',
    receiver: {
      address: {
        street_name: '',
        street_number: '',
        floor: '',
        apartment: '',
        between_1: '',
        between_2: '',
        zip_code: '',
        state: '',
        city: '',
        neighborhood_name: '',
        other_info: '',
      },
      first_name: '',
      last_name: '',
      document: '',
      receiver_name: '',
      email: '',
      receiver_phone: '',
    },
    shipments: [emptyShipment()],
  };
}
