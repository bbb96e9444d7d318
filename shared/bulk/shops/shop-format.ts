import type { CsvRow } from '#shared/bulk/file/csv-reader.ts';
import { fold } from '#shared/kit/text/fold.ts';
import type { FileValues } from './file-values.ts';

/** What the columns of a shop's export mean, whatever their headers are. */
export const SHOP_COLUMNS = [
  'order',
  'order_state',
  'payment_state',
  'shipping_state',
  'cancelled_at',
  'shipping_method',
  'currency',
  'buyer',
  'document',
  'buyer_phone',
  'email',
  'receiver',
  'receiver_phone',
  'street',
  'street_number',
  'unit',
  'second_line',
  'company',
  'neighborhood',
  'city',
  'zip',
  'province',
  'country',
  'note',
  'product',
  'sku',
  'price',
  'quantity',
  'ships',
  'item_state',
] as const;

export type ShopColumn = (typeof SHOP_COLUMNS)[number];

/** Cells of a row, or of all rows of an order, by their meaning; a missing cell is `''`. */
export type ShopCells = Record<ShopColumn, string>;

/** A row of an export. */
export type ShopRow = CsvRow<ShopColumn>;

/** Why an order of a shop needs no shipment, or perhaps none. */
export const LEFT_OUT_REASONS = ['cancelled', 'sent', 'own_pickup', 'no_shipping', 'unpaid'] as const;

export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** One order of a shop: its rows, and the first value of each column among them. */
export interface ShopOrder {
  cells: ShopCells;
  rows: readonly ShopRow[];
  /** Rows that are equal to one of `rows`, the row `of`; they add nothing. */
  repeated: readonly { row: number; of: number }[];
  /** Cells of further rows that contradict the order's. */
  conflicts: readonly { row: number; column: ShopColumn; value: string }[];
  /** The first row of another purchase with the same number, earlier in the file. */
  takenBy: number | null;
}

/** What the sender decides for all orders of an export. */
export interface ShopChoices {
  values: FileValues;
  /** Reasons whose orders are sent all the same. */
  takenIn: ReadonlySet<LeftOutReason>;
}

/** The export of one shop platform. */
export interface ShopFormat {
  name: string;
  /** Headers in the file; of several, the first one with a value counts. */
  headers: Readonly<Partial<Record<ShopColumn, readonly string[]>>>;
  /** Headers that identify the export. */
  required: readonly string[];
  /** Returns why an order needs no shipment; null if it is to be sent. */
  leftOut(order: ShopOrder): LeftOutReason | null;
  /** Returns whether a row's item belongs to the shipment. */
  isPending(row: ShopCells): boolean;
}

const EMPTY = Object.fromEntries(SHOP_COLUMNS.map((column) => [column, ''])) as ShopCells;

/** Returns a row with empty cells. */
export const emptyShopCells = (): ShopCells => ({ ...EMPTY });

/** Carriers' branches and points: shipments go there, unlike to the shop's own counter. */
const CARRIER = /correo|andreani|\boca\b|urbano|pickit|\bhop\b|via cargo|punto de (retiro|entrega)|domicilio/;

/** Returns whether a folded shipping method is a collection at the shop's own counter. */
export const isOwnPickup = (method: string): boolean =>
  /\b(retir|pick ?up|showroom|nuestro local|en el local|acordar|coordinar)/.test(method) && !CARRIER.test(method);

const PART = /\b(?:parcial|partial|partly|(?:en|una) parte\b)|\b(\d+) (?:de|of) (\d+)\b/;

/** Returns whether a shop's state is true of a part of the order: 'Parcialmente enviado', 'En parte enviado', 'Enviado (1 de 2)'. */
export function isPartial(state: string): boolean {
  const [found, part, whole] = PART.exec(fold(state)) ?? [];
  return found !== undefined && (part === undefined || Number(part) !== Number(whole));
}
