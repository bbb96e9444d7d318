import { formatTimestamp } from '#shared/format.ts';
import type { OrderDetail } from '#shared/orders/orders.ts';
import { editedTexts } from '#web/orders/order/edited-fields.ts';
import { OrderChanges } from '#web/orders/order/order-changes.tsx';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import { type DescriptionItem, DescriptionList, Panel } from '#web/ui/panel.tsx';

type Modification = NonNullable<OrderDetail['last_modification']>;

/** The last modification request (readings C35): its changes, dates and decision. */
export function LastModification({ modification }: { modification: Modification }) {
  const { state, reason, requested_at, decided_at, changes } = modification;
  const facts: DescriptionItem[] = [{ term: 'Pedida', value: formatTimestamp(requested_at) }];
  if (decided_at && decided_at !== requested_at) facts.push({ term: 'Resuelta', value: formatTimestamp(decided_at) });
  if (reason) facts.push({ term: 'Motivo', value: reason });
  return (
    <Panel title="Última modificación" action={<StateBadge state={state} />}>
      <DescriptionList groups={[facts]} />
      <OrderChanges changes={editedTexts(changes ?? [])} />
    </Panel>
  );
}
