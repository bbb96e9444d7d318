import {
  emptyShopCells,
  SHOP_COLUMNS,
  type ShopCells,
  type ShopColumn,
  type ShopOrder,
  type ShopRow,
} from './shop-format.ts';

/** Columns of one item; an order has as many as rows. */
const ITEM_COLUMNS: ReadonlySet<ShopColumn> = new Set(['product', 'sku', 'price', 'quantity', 'ships', 'item_state']);

/** Columns that change while an order is handled: another export of the same order may have other values. */
const STATE_COLUMNS: ReadonlySet<ShopColumn> = new Set([
  'order_state',
  'payment_state',
  'shipping_state',
  'cancelled_at',
]);

const ORDER_COLUMNS = SHOP_COLUMNS.filter((column) => !ITEM_COLUMNS.has(column));
const PURCHASE_COLUMNS = ORDER_COLUMNS.filter((column) => !STATE_COLUMNS.has(column));
const REPEATED_COLUMNS = SHOP_COLUMNS.filter((column) => !STATE_COLUMNS.has(column));

/** Fewest contradicting cells of two purchases with one number; a single one is a mistake within one purchase. */
const MIN_CONFLICTS = 2;

/** Most purchases of one number that a row is compared with. */
const MAX_PURCHASES = 20;

interface Collected extends ShopOrder {
  rows: ShopRow[];
  repeated: { row: number; of: number }[];
  conflicts: { row: number; column: ShopColumn; value: string }[];
  /** Rows by the cells that a repeated row shares. */
  seen: Map<string, number>;
}

/**
 * Returns the orders of an export's rows with one number, in the order of their first rows: one, unless rows contradict each other so
 * much that they are several purchases. A repeated row is none of its order's rows, and a cell with another value than before is a
 * conflict.
 */
export function shopOrders(rows: readonly ShopRow[]): ShopOrder[] {
  const purchases: Collected[] = [];
  for (const row of rows) addTo(purchaseOf(row, purchases), row);
  return purchases;
}

function purchaseOf({ cells }: ShopRow, purchases: Collected[]): Collected {
  const found = purchases.slice(0, MAX_PURCHASES).find((order) => conflictsOf(order, cells) < MIN_CONFLICTS);
  if (found) return found;
  const order: Collected = {
    cells: emptyShopCells(),
    rows: [],
    repeated: [],
    conflicts: [],
    takenBy: purchases[0]?.rows[0]?.row ?? null,
    seen: new Map(),
  };
  purchases.push(order);
  return order;
}

const differs = (before: ShopCells, cells: ShopCells, column: ShopColumn) =>
  cells[column] !== '' && before[column] !== '' && cells[column] !== before[column];

const conflictsOf = ({ cells: before }: ShopOrder, cells: ShopCells) =>
  PURCHASE_COLUMNS.filter((column) => differs(before, cells, column)).length;

function addTo(order: Collected, row: ShopRow): void {
  const { cells } = row;
  for (const column of ORDER_COLUMNS) {
    if (differs(order.cells, cells, column)) order.conflicts.push({ row: row.row, column, value: cells[column] });
    order.cells[column] ||= cells[column];
  }
  const key = JSON.stringify(REPEATED_COLUMNS.map((column) => cells[column]));
  const of = order.seen.get(key);
  if (of === undefined) {
    order.seen.set(key, row.row);
    order.rows.push(row);
  } else order.repeated.push({ row: row.row, of });
}
