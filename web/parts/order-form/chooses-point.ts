import { PICKUP_POINT_MODE } from '#shared/rules/delivery-modes.ts';

/**
 * Returns whether an order of this delivery mode goes to a point that the sender chooses.
 *
 * @param additions whether the gateway has the calls that the specifications lack
 */
export const choosesPoint = (mode: string, additions: boolean): boolean =>
  additions && mode === String(PICKUP_POINT_MODE);
