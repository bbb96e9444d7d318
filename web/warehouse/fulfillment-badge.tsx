import { fold } from '#shared/kit/text/fold.ts';
import { EMPTY_VALUE } from '#shared/kit/text/format.ts';
import { FULFILLMENT_STATUSES } from '#shared/warehouse/rules/fulfillment-timeline.ts';
import { StateBadge } from '#web/orders/order/state-badge.tsx';

/** Returns the label of a warehouse state (D2 §4); an unknown state unchanged, '' for null. */
export function fulfillmentLabel(estado: string | null): string {
  const known = FULFILLMENT_STATUSES.find(({ value }) => fold(value) === fold(estado ?? ''));
  return known?.label ?? estado ?? '';
}

/** The state of a fulfillment order: 'Registrado' is 'En preparación'. */
export function FulfillmentBadge({ estado }: { estado: string | null }) {
  const label = fulfillmentLabel(estado);
  return label ? <StateBadge state={label} /> : EMPTY_VALUE;
}
