import { EMPTY_VALUE } from '#shared/format.ts';
import { fold } from '#shared/rules/fold.ts';
import { FULFILLMENT_STATUSES } from '#shared/rules/fulfillment-timeline.ts';
import { StateBadge } from '#web/parts/state-badge/state-badge.tsx';

/** What the screens call a state of the warehouse (D2 §4); one that we don't know by its own word, none by nothing. */
export function fulfillmentLabel(estado: string | null): string {
  const known = FULFILLMENT_STATUSES.find(({ value }) => fold(value) === fold(estado ?? ''));
  return known?.label ?? estado ?? '';
}

/** The state of a fulfillment order: 'Registrado' is 'En preparación'. */
export function FulfillmentBadge({ estado }: { estado: string | null }) {
  const label = fulfillmentLabel(estado);
  return label ? <StateBadge state={label} /> : EMPTY_VALUE;
}
