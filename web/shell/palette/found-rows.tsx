import { dueText } from '#shared/orders/rules/due/promise.ts';
import type { FoundOrder, FoundShipment, SearchResults } from '#shared/orders/search.ts';
import { ClipboardList, Copy, Search, Truck, UserRound } from '#web/kit/ui/display/icons.ts';
import type { CommandGroup } from '#web/kit/ui/overlay/command-list.tsx';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import { orderPath, paths, repeatOrderPath, shipmentPath } from '#web/paths.ts';
import { matchEntries } from './match-entries.ts';
import type { PaletteRow } from './palette-row.ts';
import type { RecentPage } from './recent-pages.ts';

/** The icon of each kind of row; pages have their own icons. */
export const KIND_ICONS: Record<Exclude<RecentPage['kind'], 'page'>, PaletteRow['icon']> = {
  order: <ClipboardList />,
  shipment: <Truck />,
  receiver: <UserRound />,
};

/**
 * Returns label and detail of a row, the promised day at the end of its detail: first the part that the text matches, with the beginning of a word, else the first
 * part. The others follow.
 */
function matchFirst(
  text: string,
  parts: readonly string[],
  due: FoundOrder['due'],
): Pick<PaletteRow, 'label' | 'detail'> {
  const known = parts.filter(Boolean);
  const promised = due ? [dueText(due)] : [];
  const label = known.find((part) => matchEntries([{ label: part }], text).length > 0) ?? known[0] ?? '';
  return { label, detail: [...known.filter((part) => part !== label), ...promised].join(' · ') };
}

const orderRow = (order: FoundOrder, text: string): PaletteRow => ({
  key: `o${order.id}`,
  kind: 'order',
  ...matchFirst(text, [order.order_id, order.receiver_name, order.tracking_id], order.due),
  icon: KIND_ICONS.order,
  mark: order.state ? <StateBadge state={order.state} /> : null,
  to: orderPath(order.tracking_id),
});

const shipmentRow = (shipment: FoundShipment, text: string): PaletteRow => ({
  key: `s${shipment.id}`,
  kind: 'shipment',
  ...matchFirst(text, [shipment.shipment_id, shipment.receiver_name], shipment.due),
  icon: KIND_ICONS.shipment,
  mark: <StateBadge state={shipment.state} />,
  to: shipmentPath(shipment),
});

const receiverRow = ({ receiver_name }: { receiver_name: string }): PaletteRow => ({
  key: `r${receiver_name}`,
  kind: 'receiver',
  label: receiver_name,
  detail: 'Ver sus órdenes',
  icon: KIND_ICONS.receiver,
  to: `${paths.orders}?cliente=${encodeURIComponent(receiver_name)}`,
});

/** The action that repeats an order. */
export const repeatRow = (order: Pick<FoundOrder, 'order_id' | 'tracking_id'>): PaletteRow => ({
  key: `repeat${order.tracking_id}`,
  kind: 'action',
  label: `Repetir la orden ${order.order_id}`,
  icon: <Copy />,
  to: repeatOrderPath(order.tracking_id),
});

/**
 * Converts search results to rows: the exact match on its own, the others grouped by kind. Receivers come first for a text
 * that can only be a name. `exactOrder`: the exact match, if it is an order.
 */
export function foundRows(
  { jump, orders, shipments, receivers }: SearchResults,
  text: string,
): { exact: PaletteRow | null; exactOrder: FoundOrder | null; groups: CommandGroup<PaletteRow>[] } {
  const byKind = {
    order: orders.map((order) => orderRow(order, text)),
    shipment: shipments.map((shipment) => shipmentRow(shipment, text)),
  };
  const at = jump && (jump.kind === 'order' ? orders : shipments).findIndex(({ id }) => id === jump.id);
  const exact = (jump && byKind[jump.kind][at ?? -1]) ?? null;
  const exactOrder = (jump?.kind === 'order' && orders[at ?? -1]) || null;
  const rest = (rows: PaletteRow[]) => rows.filter((row) => row !== exact);
  const numbered = [
    { title: 'Órdenes', commands: rest(byKind.order) },
    { title: 'Envíos', commands: rest(byKind.shipment) },
  ];
  const people = { title: 'Compradores', commands: receivers.map(receiverRow) };
  return { exact, exactOrder, groups: /\d/.test(text) ? [...numbered, people] : [people, ...numbered] };
}

/** Returns the link to the list of orders, filtered by a text that the search didn't find. */
export function listSearchRow(text: string): PaletteRow {
  const filter = /\d/.test(text) ? 'nroOrden' : 'cliente';
  return {
    key: 'list',
    kind: 'action',
    label: 'Buscar en Órdenes',
    detail: `${filter === 'cliente' ? 'por nombre del cliente' : 'por número interno'}: ${text}`,
    icon: <Search />,
    to: `${paths.orders}?${filter}=${encodeURIComponent(text)}`,
  };
}
