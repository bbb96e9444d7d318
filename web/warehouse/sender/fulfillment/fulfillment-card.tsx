import { EMPTY_VALUE, formatDate } from '#shared/format.ts';
import type { FulfillmentRow } from '#shared/warehouse/fulfillment.ts';
import { fulfillmentPath } from '#web/paths.ts';
import { RowCard } from '#web/ui/row-card.tsx';
import { FulfillmentBadge } from '#web/warehouse/fulfillment-badge.tsx';
import { DetailsButton, type FulfillmentActionHandlers, OrderOf } from './fulfillment-columns.tsx';

/** A fulfillment order in the list on a phone. */
export function FulfillmentCard({ row, open }: { row: FulfillmentRow } & FulfillmentActionHandlers) {
  return (
    <RowCard
      name={row.referencia || EMPTY_VALUE}
      {...(row.referencia && { to: fulfillmentPath(row.referencia) })}
      amount={formatDate(row.fecha)}
      footer={<FulfillmentBadge estado={row.estado} />}
      actions={<DetailsButton row={row} open={open} quiet />}
    >
      <p className="muted">
        Orden <OrderOf row={row} />
      </p>
    </RowCard>
  );
}
