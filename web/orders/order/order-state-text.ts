import { fold } from '#shared/kit/text/fold.ts';

/** The fields that an order's state is derived from; a foreign gateway may omit the shipments' states (readings R4). */
export interface OrderWithStates {
  order_state?: { name: string } | null;
  shippings?: readonly { state?: string | null }[] | null;
}

/**
 * Returns the state to show for an order (D1 §2, shipment state badge): the common state of its shipments, else the
 * order's own state. Null when neither is known.
 */
export function orderStateText({ order_state, shippings }: OrderWithStates): string | null {
  const [first, ...rest] = (shippings ?? []).map(({ state }) => state ?? '');
  const common = first && rest.every((state) => fold(state) === fold(first)) ? first : null;
  return common ?? (order_state?.name || null);
}
