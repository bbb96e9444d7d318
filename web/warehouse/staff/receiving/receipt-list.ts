import * as z from 'zod/mini';
import { pluralize } from '#shared/kit/text/format.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';
import {
  clientStock,
  MAX_RECEIPTS,
  type ReceiptResult,
  recordReceipts,
  stockReceipt,
} from '#shared/warehouse/staff-stock.ts';
import { keepValues } from '#web/console/kit/kept-values.ts';
import { call } from '#web/kit/call/api.ts';

/** What is scanned next: its lot, its days and the units of each scan. */
const entry = z.object({
  lot: z.string(),
  units: z.string(),
  expiry: z.string(),
  criticality: z.string(),
  description: z.string(),
});

const cells = z.object({ ...entry.shape, sku: z.string() });

/** A receipt as typed, scanned or loaded. */
export type ReceiptCells = z.output<typeof cells>;

/** `pending`: sent, and its answer is missing. */
const RESULTS = ['new', 'pending', 'recorded', 'repeated', 'refused'] as const;

/** The goods of a row. */
const goods = z.object({ sku: z.string(), description: z.string() });

const receiptRow = z.object({
  id: z.string(),
  /** Where it comes from: 'Escaneado', or a file and its row. */
  source: z.string(),
  cells,
  /** What the SKU or bar code stands for; null while the client has no stock of it, missing while that isn't known. */
  goods: z.optional(z.nullable(goods)),
  result: z.enum(RESULTS),
  reason: z.nullable(z.string()),
});

/** A row of the list of receipts. */
export type ReceiptRow = z.output<typeof receiptRow>;

const receiptList = z.object({ entry, rows: z.array(receiptRow) });

export type ReceiptList = z.output<typeof receiptList>;

const EMPTY: ReceiptList = {
  entry: { lot: '', units: '1', expiry: '', criticality: '', description: '' },
  rows: [],
};

/** The receipts of each client that this browser keeps. */
export const receipts = keepValues<ReceiptList>('receipts:', receiptList, EMPTY);

const newReceiptId = (): string => `ingreso-${crypto.randomUUID()}`;

/** Builds the receipt of a row for the call; a string says why it can't be sent. */
export function toReceipt({ id, cells: { units, ...others } }: Pick<ReceiptRow, 'id' | 'cells'>) {
  const { data, error } = z.safeParse(stockReceipt, { receipt_id: id, ...others, units });
  return data ?? labelled(error?.issues[0]);
}

const NAMES: Record<string, string> = { sku: 'SKU', lot: 'Lote', units: 'Unidades', expiry: 'Vence' };

function labelled(issue: { path: PropertyKey[]; message: string } | undefined): string {
  const field = String(issue?.path[0] ?? '');
  if (field === 'units') return 'Unidades: Ingresá un número entero, sin puntos ni letras';
  if (issue?.message.startsWith('Falta ')) return `Falta ${(NAMES[field] ?? field).toLowerCase()}`;
  return `${NAMES[field] ?? 'Crítico desde'}: ${issue?.message ?? 'El valor no es válido'}`;
}

/** Whether two receipts are of the same goods, so that scanned units are added up. */
const sameGoods = (one: ReceiptCells, other: ReceiptCells) =>
  foldedKey(one.sku) === foldedKey(other.sku) &&
  (['lot', 'expiry', 'criticality', 'description'] as const).every((name) => one[name] === other[name]);

const SCANNED = 'Escaneado';

/**
 * Adds the units of a scanned SKU or bar code to a client's list, and names a new row by the stock. Rows that were sent stay as they are.
 *
 * @param corrected id of a row that the scan replaces; the units of further scans are then one again
 */
export function addScannedSku(client: string, code: string, corrected?: string): { refused: boolean; text: string } {
  const list = receipts.get(client);
  const added: ReceiptCells = { ...list.entry, lot: list.entry.lot.trim(), sku: code.trim() };
  if (added.lot === '') return { refused: true, text: 'Escribí primero el lote, y escaneá de nuevo.' };
  const row: ReceiptRow = { id: newReceiptId(), source: SCANNED, cells: added, result: 'new', reason: null };
  const receipt = toReceipt(row);
  if (typeof receipt === 'string') return { refused: true, text: `${receipt}. Corregilo, y escaneá de nuevo.` };
  if (receipt.units === 0)
    return { refused: true, text: 'Unidades: cero no cambia nada. Corregilo, y escaneá de nuevo.' };
  // A row that was sent meanwhile is in stock, so it stays.
  const kept = list.rows.filter(({ id, result }) => id !== corrected || (result !== 'new' && result !== 'refused'));
  const before = kept.find((one) => one.result === 'new' && sameGoods(one.cells, added));
  const units = Number(before?.cells.units ?? 0) + receipt.units;
  const merged = before && { ...before, cells: { ...before.cells, units: String(units) } };
  const rows = merged ? kept.map((one) => (one === before ? merged : one)) : [...kept, row];
  const entry = corrected === undefined ? list.entry : { ...list.entry, units: EMPTY.entry.units };
  receipts.set(client, { entry, rows });
  if (!merged) void nameScanned(client, row);
  return { refused: false, text: `${added.sku}, lote ${added.lot}: ${pluralize(units, 'unidad', 'unidades')}` };
}

/** Names a row by the client's stock. Without an answer the row stays without a name until it is registered. */
async function nameScanned(client: string, { id, cells: { sku } }: ReceiptRow): Promise<void> {
  const query = { page: 1, limit: 1, filter: { sku } };
  const reply = await call(clientStock, { params: { clientId: client }, query }).catch(() => null);
  if (!reply) return;
  const found = reply.results[0] ?? null;
  const named = found && { sku: found.sku, description: found.description };
  const list = receipts.get(client);
  const rows = list.rows.map((row) => (row.id === id && row.goods === undefined ? { ...row, goods: named } : row));
  receipts.set(client, { ...list, rows });
}

/** Sends the rows that are ready or lack their answer, in calls of at most `MAX_RECEIPTS`, in order. @returns how many were refused. @throws ApiError */
export async function sendReceipts(client: string): Promise<number> {
  const list = receipts.get(client);
  const waits = (row: ReceiptRow) =>
    (row.result === 'new' || row.result === 'pending') && typeof toReceipt(row) !== 'string';
  receipts.set(client, { ...list, rows: list.rows.map((row) => (waits(row) ? { ...row, result: 'pending' } : row)) });
  for (let refused = 0; ; ) {
    const rows = receipts
      .get(client)
      .rows.filter(({ result }) => result === 'pending')
      .slice(0, MAX_RECEIPTS);
    if (rows.length === 0) return refused;
    const body = { receipts: rows.map(toReceipt) };
    const { results } = await call(recordReceipts, { params: { clientId: client }, body });
    refused += results.filter(({ result }) => result === 'refused').length;
    answer(client, new Map(rows.map(({ id }, index) => [id, results[index]])));
  }
}

function answer(client: string, results: ReadonlyMap<string, ReceiptResult | undefined>): void {
  const list = receipts.get(client);
  const rows = list.rows.map((row) => {
    const result = results.get(row.id);
    if (!result) return row;
    // A row that was scanned by its bar code shows the SKU that was booked.
    const sku = (result.result !== 'refused' && result.sku) || row.cells.sku;
    // A node of the version before sends no description.
    const named = result.description ? { sku, description: result.description } : row.goods;
    return { ...row, cells: { ...row.cells, sku }, goods: named, result: result.result, reason: result.reason };
  });
  receipts.set(client, { ...list, rows });
}
