import { deliveryModeId, deliveryModeName } from '#shared/orders/rules/delivery-modes.ts';

/** Returns the name of a delivery mode as the warehouse calls send it; an unknown mode unchanged. */
export function modeName(sent: unknown): string {
  const id = deliveryModeId(sent);
  return id === null ? String(sent) : deliveryModeName(id);
}
