import { listShipments } from '#shared/orders/shipments.ts';
import type { FulfillmentDetail } from '#shared/warehouse/fulfillment.ts';
import { labelToFollow } from '#shared/warehouse/rules/fulfillment-timeline.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { LinkButton } from '#web/kit/ui/button.tsx';
import { Truck } from '#web/kit/ui/display/icons.ts';
import { orderPath } from '#web/paths.ts';

/**
 * 'Seguir Orden' (D2 §4): opens the order (readings C10). Shown for a prepared order whose first label belongs to a shipment
 * with a tracking id.
 */
export function TrackOrderLink({ detail }: { detail: FulfillmentDetail }) {
  const label = labelToFollow(detail);
  const { data } = useApiQuery(listShipments, label ? { query: { filter: { shipment: label } } } : null);
  const trackingId = data?.results[0]?.tracking_id;
  if (!label || !trackingId) return null;
  return (
    <LinkButton to={orderPath(trackingId)} icon={<Truck />}>
      Seguir Orden <span className="id-text">{trackingId}</span>
    </LinkButton>
  );
}
