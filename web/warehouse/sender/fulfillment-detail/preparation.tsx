import { formatTimestamp } from '#shared/kit/text/format.ts';
import type { FulfillmentDetail } from '#shared/warehouse/fulfillment.ts';
import { fulfillmentTimeline } from '#shared/warehouse/rules/fulfillment-timeline.ts';
import { Timeline } from '#web/kit/ui/display/timeline.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';

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
