import type { FieldError } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import type { OrderBody } from '#shared/orders/new-order.ts';
import { type DeliveryModeId, deliveryModeId, modesFor, PICKUP_POINT_MODE, REVERSE_MODE } from './delivery-modes.ts';
import { strictDocumentError } from './place/document.ts';
import { type ListedZips, resolveProvince } from './place/zip-province.ts';

/** Permissions of a client that concern new orders. */
export interface ModeFlags {
  reverseLogistics: boolean;
  fulfillment: boolean;
  /** True in strict mode (`STRICT_CONTRACT`, a foreign gateway), which refuses a CUIT as a document. */
  strict?: boolean;
}

/** Reason for an item without a product in an order that the warehouse prepares. */
export const NO_WAREHOUSE_PRODUCT = 'Elegí un producto del depósito';

/** Reason against a pickup point in an order of another mode. */
export const NO_POINT_IN_MODE = 'El punto de retiro se elige sólo con el modo Retiro en punto de entrega';

/** Returns the modes that a client may use for new orders. */
export function availableModes(flags: ModeFlags): DeliveryModeId[] {
  return modesFor(flags).map(({ id }) => id);
}

/**
 * Returns all errors of a new order beyond its single fields. An order to a chosen pickup point has no address.
 *
 * @param zips at least the listed postal codes among those of the order (readings C48)
 */
export function validateNewOrder(
  order: Pick<OrderBody, 'delivery_mode' | 'receiver' | 'pickup_point_code'>,
  flags: ModeFlags,
  zips: ListedZips,
): FieldError[] {
  const errors: FieldError[] = [];
  const mode = deliveryModeId(order.delivery_mode) ?? 1;
  if (!availableModes(flags).includes(mode)) {
    errors.push({ field: 'delivery_mode', message: 'Tu cuenta no tiene habilitado este modo de entrega' });
  }
  if (mode !== REVERSE_MODE && order.receiver.document === '') {
    errors.push({ field: 'receiver.document', message: messages.required });
  }
  const document = flags.strict ? strictDocumentError(order.receiver.document) : null;
  if (document) errors.push({ field: 'receiver.document', message: document });
  if (order.pickup_point_code && mode !== PICKUP_POINT_MODE) {
    errors.push({ field: 'pickup_point_code', message: NO_POINT_IN_MODE });
  }
  const { address } = order.receiver;
  const place = address && resolveProvince(address, zips);
  if (place && 'field' in place) errors.push({ field: `receiver.address.${place.field}`, message: place.message });
  return errors;
}
