import type { Config } from '#server/config/config.ts';
import type { LabelRow, StoredAddress } from '#server/orders/label/label.store.ts';
import type { LabelAddress, LabelData } from '#server/orders/label/label-data.ts';
import { NOT_INFORMED } from '#shared/orders/orders.ts';
import { deliveryModeName, REFRIGERATED_MODE, REVERSE_MODE } from '#shared/orders/rules/delivery-modes.ts';
import { provinceByLetter } from '#shared/orders/rules/place/provinces.ts';

type Settings = Pick<Config, 'BRAND_NAME' | 'TRACKING_URL'>;

/** Returns the URL of the tracking page of a shipment or an order (readings C37). */
export function trackingUrl({ TRACKING_URL }: Settings, id: string): string {
  return TRACKING_URL.replace('{id}', encodeURIComponent(id));
}

function address(stored: StoredAddress, between: { between_1: string; between_2: string }): LabelAddress {
  return {
    street: stored.street_name,
    number: stored.street_number,
    floor: stored.floor,
    apartment: stored.apartment,
    between1: between.between_1,
    between2: between.between_2,
    neighborhood: stored.neighborhood_name,
    city: stored.city,
    zipCode: stored.zip_code,
    province: stored.state,
  };
}

/** Returns the content of a shipment's label, without the declared value, which would invite theft. */
export function labelData(config: Settings, row: LabelRow): LabelData {
  const reverse = row.delivery_mode === REVERSE_MODE;
  const pickupPoint = row.pickup_point;
  return {
    provider: config.BRAND_NAME,
    deliveryMode: deliveryModeName(row.delivery_mode),
    createdDay: row.created_day,
    package: { number: row.n, total: row.packages },
    shipmentLabel: row.label,
    version: row.version,
    trackingId: row.tracking_id,
    orderId: row.order_id,
    trackingUrl: trackingUrl(config, row.label),
    receiver: {
      name: row.receiver_name,
      document: row.document,
      phone: row.receiver_phone,
      address: address(row, row),
      otherInfo: row.other_info,
    },
    sender: {
      company: row.sender_name || row.company,
      phone: row.phone,
      address: address(row.sender_address, { between_1: '', between_2: '' }),
    },
    weightGrams: row.weight_g,
    dimensionsCm: { length: row.length_cm, width: row.width_cm, height: row.height_cm },
    items: row.items.filter(({ name }) => name !== NOT_INFORMED),
    declaredValueCents: null,
    band: reverse ? 'LOGÍSTICA INVERSA' : row.delivery_mode === REFRIGERATED_MODE ? 'REFRIGERADO' : null,
    reverse,
    pickupPoint: pickupPoint && {
      name: pickupPoint.name,
      address: pickupPoint.street,
      zipCode: String(pickupPoint.zip4),
      city: pickupPoint.city,
      province: provinceByLetter(pickupPoint.province)?.name ?? '',
      hours: pickupPoint.hours ?? '',
      chosen: pickupPoint.chosen ?? false,
    },
  };
}
