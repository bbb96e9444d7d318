import { formatTimestamp } from '#shared/format.ts';
import type { FulfillmentDetail } from '#shared/warehouse/fulfillment.ts';
import { fulfillmentTimeline } from '#shared/warehouse/rules/fulfillment-timeline.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Timeline } from '#web/ui/timeline.tsx';

/** Timeline of the order's preparation in the warehouse (D2 §4). */
export function Preparation({ detail }: { detail: FulfillmentDetail }) {
  return (
    <Panel title="Estado del pedido">
      <Timeline
        label="Estado del pedido"
        items={fulfillmentTimeline(detail).map(({ label, date, state, cancel }) => ({
          key: label,
          title: label,
          when: date && formatTimestamp(date),
          state,
          cancel,
        }))}
      />
    </Panel>
  );
}
