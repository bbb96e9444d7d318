import type { FoundOrder, FoundShipment, SearchResults } from '#shared/search.ts';
import { StateBadge } from '#web/parts/state-badge/state-badge.tsx';
import { orderPath, paths, shipmentPath } from '#web/paths.ts';
import type { CommandGroup } from '#web/ui/command-list.tsx';
import { ClipboardList, Truck, UserRound } from '#web/ui/icons.ts';
import type { PaletteItem } from './palette-item.ts';
import type { RecentItem } from './recent-items.ts';

/** The icon of each kind of item; pages have their own icons. */
export const KIND_ICONS: Record<Exclude<RecentItem['kind'], 'page'>, PaletteItem['icon']> = {
  order: <ClipboardList />,
  shipment: <Truck />,
  receiver: <UserRound />,
};

const orderItem = (order: FoundOrder): PaletteItem => ({
  key: `o${order.id}`,
  kind: 'order',
  label: order.tracking_id,
  detail: [order.order_id, order.receiver_name].filter(Boolean).join(' · '),
  icon: KIND_ICONS.order,
  mark: order.state ? <StateBadge state={order.state} /> : null,
  to: orderPath(order.tracking_id),
});

const shipmentItem = (shipment: FoundShipment): PaletteItem => ({
  key: `s${shipment.id}`,
  kind: 'shipment',
  label: shipment.shipment_id,
  detail: shipment.receiver_name,
  icon: KIND_ICONS.shipment,
  mark: <StateBadge state={shipment.state} />,
  to: shipmentPath(shipment),
});

const receiverItem = ({ receiver_name }: { receiver_name: string }): PaletteItem => ({
  key: `r${receiver_name}`,
  kind: 'receiver',
  label: receiver_name,
  detail: 'Ver sus órdenes',
  icon: KIND_ICONS.receiver,
  to: `${paths.orders}?cliente=${encodeURIComponent(receiver_name)}`,
});

/** Converts search results to rows: the exact match on its own, the others grouped by kind. */
export function foundItems({ jump, orders, shipments, receivers }: SearchResults): {
  exact: PaletteItem | null;
  groups: CommandGroup<PaletteItem>[];
} {
  const byKind = { order: orders.map(orderItem), shipment: shipments.map(shipmentItem) };
  const at = jump && (jump.kind === 'order' ? orders : shipments).findIndex(({ id }) => id === jump.id);
  const exact = (jump && byKind[jump.kind][at ?? -1]) ?? null;
  const rest = (items: PaletteItem[]) => items.filter((item) => item !== exact);
  return {
    exact,
    groups: [
      { title: 'Órdenes', commands: rest(byKind.order) },
      { title: 'Envíos', commands: rest(byKind.shipment) },
      { title: 'Compradores', commands: receivers.map(receiverItem) },
    ],
  };
}
