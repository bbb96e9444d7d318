import { PICKUP_POINT_MODE } from '#shared/orders/rules/delivery-modes.ts';

/**
 * Returns whether an order of this delivery mode goes to a point that the sender chooses.
 *
 * @param points whether the gateway has the capability `pickupPoints`
 */
export const choosesPoint = (mode: string, points: boolean): boolean => points && mode === String(PICKUP_POINT_MODE);
