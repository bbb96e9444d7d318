import { execute, run, type Trx } from '#server/db/connection.ts';
import { prepared, type Statement, statement } from '#server/db/statement.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';
import type { StockReceipt } from '#shared/warehouse/staff-stock.ts';
import { skuName } from './sku-name.ts';

/** Fields of a receipt as sent, by which a repeated one is recognised. A count has only `sku`, older receipts lack it. */
export type SentFields = Partial<Pick<StockReceipt, 'sku' | 'description' | 'expiry' | 'criticality'>>;

/** The goods of a receipt or a count. */
export interface NamedGoods {
  sku: string;
  /** As sent: the SKU or its bar code. */
  named: string;
}

/** A receipt that was recorded before. */
export interface KnownReceipt extends Pick<StockReceipt, 'receipt_id' | 'sku' | 'lot' | 'units'> {
  /** Null for an older receipt or count, and for a return. */
  sent: SentFields | null;
}

/**
 * Whether a receipt or a count names the goods of an earlier one with the same id: by the text that was sent with the earlier one, since a
 * bar code may have moved to another product, or by the booked SKU.
 */
export const isOfSameGoods = (before: Pick<KnownReceipt, 'sku' | 'sent'>, { sku, named }: NamedGoods): boolean =>
  foldedKey(before.sent?.sku ?? before.sku) === foldedKey(named) || foldedKey(before.sku) === foldedKey(sku);

const FIND_RECEIPTS: Statement<KnownReceipt> = statement(
  'receipt.find-receipts',
  `SELECT r.receipt_id, k.sku, l.lot, r.units, r.sent FROM stock_receipts r
   JOIN stock_lots l ON l.client_id = $1 AND l.id = r.lot_id
   JOIN stock_skus k ON k.client_id = $1 AND k.id = l.sku_id
   WHERE r.client_id = $1 AND r.receipt_id = ANY($2::text[])`,
);

/** Returns the client's receipts with these ids. */
export function findReceipts(trx: Trx, clientId: number, ids: readonly string[]): Promise<KnownReceipt[]> {
  return run(trx, FIND_RECEIPTS, [clientId, ids]);
}

export interface ReceivedLot {
  units: number;
  reserved: number;
}

const FIND_LOT: Statement<ReceivedLot> = statement(
  'receipt.find-lot',
  `SELECT l.units, l.reserved FROM stock_skus k JOIN stock_lots l ON l.client_id = $1 AND l.sku_id = k.id
   WHERE k.client_id = $1 AND k.sku_key = folded_key($2) AND l.lot = $3`,
);

/** Returns the client's lot of a SKU; null if it doesn't exist. */
export async function findLot(
  trx: Trx,
  clientId: number,
  { sku, lot }: Pick<StockReceipt, 'sku' | 'lot'>,
): Promise<ReceivedLot | null> {
  const [found] = await run(trx, FIND_LOT, [clientId, sku, lot]);
  return found ?? null;
}

const ADD = prepared(
  'add_units',
  `WITH kind AS (
     INSERT INTO stock_skus AS k (client_id, sku, description, since, updated_at) VALUES ($1, $2, $3, $8, $8)
     ON CONFLICT (client_id, sku_key) DO UPDATE
     SET description = coalesce(nullif(excluded.description, ''), k.description), updated_at = excluded.updated_at
     RETURNING id
   ), shelf AS (
     INSERT INTO stock_lots AS l (client_id, sku_id, lot, expiry, criticality, units)
     SELECT $1, kind.id, $4, nullif($5, '')::date, nullif($6, '')::date, greatest($7::integer, 0) FROM kind
     ON CONFLICT (client_id, sku_id, lot) DO UPDATE SET units = l.units + $7::integer,
       expiry = coalesce(excluded.expiry, l.expiry), criticality = coalesce(excluded.criticality, l.criticality)
     RETURNING id
   )
   INSERT INTO stock_receipts (client_id, receipt_id, lot_id, units, recorded_at, reason, sent)
   SELECT $1, $9, shelf.id, $7::integer, $8, $10, $11::jsonb FROM shelf`,
);

const STOCK_NAMES = statement(
  'receipt.stock-names',
  `SELECT t.sku, ${skuName("coalesce(p.description, '')")} AS name FROM unnest($2::text[]) AS t (sku)
   JOIN stock_skus k ON k.client_id = $1 AND k.sku_key = folded_key(t.sku)
   LEFT JOIN products p ON p.client_id = $1 AND p.sku_key = k.sku_key`,
);

/** Returns the names of those SKUs that the client has or had in stock, by the given texts. */
export async function stockNames(trx: Trx, clientId: number, skus: readonly string[]): Promise<Map<string, string>> {
  const found = await run(trx, STOCK_NAMES, [clientId, [...new Set(skus)]]);
  return new Map(found.map(({ sku, name }) => [sku, name]));
}

/** Units that a count or a return adds to a lot, or takes from it. */
export interface BookedUnits {
  receipt_id: string;
  sku: string;
  lot: string;
  expiry: string;
  units: number;
  reason: string;
  sent: SentFields | null;
}

/** Adds the units of a receipt to its lot. Creates the SKU and the lot if they don't exist. Non-empty dates replace the stored dates. */
export async function addReceipt(
  trx: Trx,
  clientId: number,
  receipt: StockReceipt & NamedGoods,
  now: Date,
): Promise<void> {
  const { receipt_id, sku, named, description, lot, expiry, criticality, units } = receipt;
  const sent: SentFields = { sku: named, description, expiry, criticality };
  const values = [sku, description, lot, expiry, criticality, units, now, receipt_id, null, JSON.stringify(sent)];
  await execute(trx, ADD, [clientId, ...values]);
}

/** Books the units of a count or a return, with the reason, as `addReceipt` does. */
export async function bookUnits(trx: Trx, clientId: number, booked: BookedUnits, now: Date): Promise<void> {
  const { receipt_id, sku, lot, expiry, units, reason, sent } = booked;
  const values = [sku, '', lot, expiry, '', units, now, receipt_id, reason, sent && JSON.stringify(sent)];
  await execute(trx, ADD, [clientId, ...values]);
}

/** Selects the client's lots of one SKU, or of all SKUs. */
export function lotsMatching(clientId: number, sku: string | undefined) {
  return {
    select: `SELECT k.sku, k.description, k.shelf, l.lot, l.expiry, l.criticality, l.units, l.reserved,
        wire_time(k.updated_at) AS updated_at
      FROM stock_lots l JOIN stock_skus k ON k.client_id = $1 AND k.id = l.sku_id
      WHERE l.client_id = $1 AND ($2::text IS NULL OR k.sku_key = folded_key($2))`,
    orderBy: 'sku, expiry NULLS LAST, lot',
    values: [clientId, sku ?? null],
  };
}

const WRITE_SHELF = statement(
  'receipt.write-shelf',
  `UPDATE stock_skus s SET shelf = $3
   FROM (
     SELECT id, shelf FROM stock_skus WHERE client_id = $1 AND sku_key = folded_key($2) FOR UPDATE
   ) before
   WHERE s.client_id = $1 AND s.id = before.id RETURNING s.sku, before.shelf AS before`,
);

/** Sets a SKU's position. @returns the SKU as stored and its position before; null if the client has no stock of it */
export async function writeShelf(
  trx: Trx,
  clientId: number,
  sku: string,
  shelf: string,
): Promise<{ sku: string; before: string } | null> {
  const [found] = await run(trx, WRITE_SHELF, [clientId, sku, shelf]);
  return found ?? null;
}
