import { takeCodePoints } from '#shared/kit/text/code-points.ts';
import type { NewOrder } from '#shared/orders/new-order.ts';
import { provinceByLetter } from '#shared/orders/rules/place/provinces.ts';
import type { PickupPoint } from './pickup-points.ts';

/** Longest street and city of an order's address (D1 §5). */
const STREET_MAX = 60;
const CITY_MAX = 40;

/** Street number of an address that has none. */
const NO_NUMBER = 'S/N';

/**
 * Returns the address of an order to a chosen pickup point. It is the point's address, so that every reader of the
 * specified fields finds the destination. Texts are cut to the limits of an address, which edits check; the point
 * itself is stored in full.
 */
export function pointAddress({ street, city, province, zip4 }: PickupPoint): NewOrder['receiver']['address'] {
  const [, name = street, number = NO_NUMBER] = /^(.*\S)\s+(?:N(?:ro|º|°)?\.?\s*)?(\d{1,6})$/i.exec(street) ?? [];
  return {
    street_name: takeCodePoints(name, STREET_MAX),
    street_number: number,
    floor: '',
    apartment: '',
    between_1: '',
    between_2: '',
    zip_code: String(zip4),
    state: provinceByLetter(province)?.name ?? '',
    city: takeCodePoints(city, CITY_MAX),
    neighborhood_name: takeCodePoints(city, CITY_MAX),
    other_info: '',
  };
}
