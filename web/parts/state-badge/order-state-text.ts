import { fold } from '#shared/rules/fold.ts';

/** What of an order says its state; a foreign gateway may leave the shipments' states out (readings R4). */
export interface OrderWithStates {
  order_state?: { name: string } | null;
  shippings?: readonly { state?: string | null }[] | null;
}

/**
 * The one state that an order shows (D1 §2, shipment state badge): the state that all its shipments are in, else the
 * order's own. Null when neither is known.
 */
export function orderStateText({ order_state, shippings }: OrderWithStates): string | null {
  const [first, ...rest] = (shippings ?? []).map(({ state }) => state ?? '');
  const common = first && rest.every((state) => fold(state) === fold(first)) ? first : null;
  return common ?? (order_state?.name || null);
}
