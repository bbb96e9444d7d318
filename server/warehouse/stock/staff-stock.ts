import * as z from 'zod/mini';
import type { Trx } from '#server/db/connection.ts';
import { readOffsetPage } from '#server/db/list/offset-page.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { hasEmbeddedWarehouse } from '#server/integrations/warehouse/create-warehouse.ts';
import { readClient } from '#server/people/client/staff-client.ts';
import { lockClient } from '#server/people/domain/client-lock.store.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { scannedSkus } from '#server/warehouse/domain/scanned-skus.store.ts';
import { shortened } from '#shared/bulk/rows/errors.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';
import { hasWrongCheckDigit } from '#shared/orders/rules/code/barcode.ts';
import {
  type clientStock,
  type ReceiptResult,
  type StockReceipt,
  type setShelf,
  stockReceipt,
} from '#shared/warehouse/staff-stock.ts';
import { catalogueSkus, similarSku } from './catalogue.store.ts';
import {
  addReceipt,
  findLot,
  findReceipts,
  isOfSameGoods,
  type KnownReceipt,
  lotsMatching,
  type NamedGoods,
  type ReceivedLot,
  stockNames,
  writeShelf,
} from './receipt.store.ts';

type Outcome = Pick<ReceiptResult, 'result' | 'reason'> & Partial<Pick<ReceiptResult, 'sku'>>;

const refused = (reason: string): Outcome => ({ result: 'refused', reason });

/** Maximum number of suggestions in one call: each compares with the whole catalogue. */
const MAX_SUGGESTIONS = 10;

/** Returns why goods of a SKU are refused; null for a SKU of the catalogue. */
type SkuRefusal = (sku: string) => Promise<string | null>;

/**
 * Reads which of these SKUs the client's catalogue has. Others are refused with the SKU that resembles them most. A text of digits alone is
 * called a code, because it may be a scanned bar code.
 */
async function checkCatalogue(trx: Trx, clientId: number, skus: readonly string[]): Promise<SkuRefusal> {
  const known = await catalogueSkus(trx, clientId, skus);
  const sentences = new Map<string, string>();
  return async (sku) => {
    const key = foldedKey(sku);
    if (known.has(key)) return null;
    const sentence = sentences.get(key) ?? (await unknownSku(sku, sentences.size < MAX_SUGGESTIONS));
    sentences.set(key, sentence);
    return sentence;
  };

  async function unknownSku(sku: string, suggests: boolean): Promise<string> {
    const similar = suggests ? await similarSku(trx, clientId, sku) : null;
    const unknown = `El ${/^\d+$/.test(sku) ? 'código' : 'SKU'} «${shortened(sku)}» no está en el catálogo del cliente`;
    if (similar !== null) return `${unknown}. ¿Quisiste decir «${shortened(similar)}»?`;
    return hasWrongCheckDigit(sku)
      ? `${unknown}: revisá el último dígito`
      : `${unknown}. La empresa lo agrega en Productos`;
  }
}

/**
 * Records a client's receipts in sequence. Accepts or refuses each receipt individually. Idempotent by `receipt_id`. Goods of a SKU
 * that the client's catalogue lacks are refused; those that are in stock may still leave. A product's bar code stands for its SKU.
 *
 * @returns one result per receipt, in the same sequence
 * @throws Failure 404 for an unknown client, 422 if an external warehouse service (WAREHOUSE_URL) keeps the stock
 */
export async function recordReceipts(
  deps: Deps,
  clientId: number,
  receipts: readonly unknown[],
): Promise<ReceiptResult[]> {
  requireOwnStock(deps);
  await readClient(deps, clientId);
  const sent = receipts.map((receipt) => z.safeParse(stockReceipt, receipt));
  return deps.db.withClient(clientId, async (trx) => {
    lockClient(trx, clientId);
    const skuOf = await scannedSkus(
      trx,
      clientId,
      sent.flatMap(({ data }) => data?.sku ?? []),
    );
    const parsed = sent.map(({ data, error }) => ({
      error,
      data: data && { ...data, sku: skuOf(data.sku), named: data.sku },
    }));
    const ids = parsed.flatMap(({ data }) => data?.receipt_id ?? []);
    const known = new Map((await findReceipts(trx, clientId, ids)).map((receipt) => [receipt.receipt_id, receipt]));
    const arriving = parsed.flatMap(({ data }) => (data && data.units > 0 ? data.sku : []));
    const skuRefusal = await checkCatalogue(trx, clientId, arriving);
    const results: ReceiptResult[] = [];
    for (const [index, { data, error }] of parsed.entries()) {
      const outcome = data
        ? await recordReceipt(deps, trx, clientId, data, { known, skuRefusal })
        : refused(error?.issues[0]?.message ?? 'El valor no es válido');
      const receipt_id = data?.receipt_id ?? sentId(receipts[index]);
      results.push({ receipt_id, sku: data?.sku ?? null, description: null, ...outcome });
    }
    const recorded = count(results);
    if (recorded > 0) {
      const skus = parsed.flatMap(({ data }) => data?.sku ?? []);
      deps.events.record(trx, clientId, 'stock.received', { skus, receipts: results.length, recorded });
    }
    return withNames(trx, clientId, results);
  });
}

/** Adds the names of their goods to the results of receipts that weren't refused. */
async function withNames(trx: Trx, clientId: number, results: readonly ReceiptResult[]): Promise<ReceiptResult[]> {
  const booked = results.flatMap(({ result, sku }) => (result === 'refused' || sku === null ? [] : sku));
  if (booked.length === 0) return [...results];
  const names = await stockNames(trx, clientId, booked);
  return results.map((result) =>
    result.result === 'refused' ? result : { ...result, description: names.get(result.sku ?? '') ?? null },
  );
}

const count = (results: readonly ReceiptResult[]) => results.filter(({ result }) => result === 'recorded').length;

function sentId(receipt: unknown): string | null {
  const { receipt_id: id } = Object(receipt) as { receipt_id?: unknown };
  return typeof id === 'string' ? id : null;
}

/** @throws Failure 422 if an external warehouse service (WAREHOUSE_URL) keeps the stock */
export function requireOwnStock({ config }: Pick<Deps, 'config'>): void {
  if (!hasEmbeddedWarehouse(config)) throw new Failure(422, 'El stock lo lleva el servicio del depósito');
}

interface Context {
  known: Map<string, KnownReceipt>;
  skuRefusal: SkuRefusal;
}

async function recordReceipt(
  deps: Deps,
  trx: Trx,
  clientId: number,
  receipt: StockReceipt & NamedGoods,
  { known, skuRefusal }: Context,
): Promise<Outcome> {
  const { receipt_id, units, expiry, criticality } = receipt;
  const before = known.get(receipt_id);
  if (before) {
    if (!isSame(before, receipt)) return refused('Ese receipt_id ya se usó para otro ingreso');
    // The first answer named the booked SKU; the code may stand for another one by now.
    const isBooked = foldedKey(before.sku) === foldedKey(receipt.sku);
    return { result: 'repeated', reason: null, sku: isBooked ? receipt.sku : before.sku };
  }
  if (units === 0) return refused('Las unidades no pueden ser cero');
  if (expiry && criticality && criticality > expiry) return refused('La criticidad es posterior al vencimiento');
  const stored = await findLot(trx, clientId, receipt);
  const problem = units < 0 ? checkWithdrawal(stored, -units) : await skuRefusal(receipt.sku);
  if (problem !== null) return refused(problem);
  if (stored && stored.units + units > MAX_LOT_UNITS) return refused('El lote no puede tener tantas unidades');
  await addReceipt(trx, clientId, receipt, deps.clock());
  known.set(receipt_id, { ...receipt, sent: { ...receipt, sku: receipt.named } });
  return { result: 'recorded', reason: null };
}

/** Whether a receipt was recorded before with the same contents, also those that change no units. */
function isSame(before: KnownReceipt, receipt: StockReceipt & NamedGoods): boolean {
  return (
    isOfSameGoods(before, receipt) &&
    before.lot === receipt.lot &&
    before.units === receipt.units &&
    (['description', 'expiry', 'criticality'] as const).every(
      (field) => (before.sent?.[field] ?? receipt[field]) === receipt[field],
    )
  );
}

/** Maximum units of a lot, below the maximum of its integer column. */
export const MAX_LOT_UNITS = 2_000_000_000;

/** Returns why units can't be taken from a lot; null if they can. */
function checkWithdrawal(lot: ReceivedLot | null, units: number): string | null {
  if (!lot) return 'No existe ese lote';
  const free = lot.units - lot.reserved;
  return units > free ? `En el lote quedan ${free} unidades sin reservar` : null;
}

/** Lists a client's lots for the staff. @throws Failure 404 for an unknown client */
export async function listClientLots(
  deps: Deps,
  clientId: number,
  { filter, page, limit }: QueryOf<typeof clientStock>,
): Promise<ReplyOf<typeof clientStock>> {
  await readClient(deps, clientId);
  return deps.db.withClient(clientId, async (trx) => {
    const skuOf = await scannedSkus(trx, clientId, filter.sku ? [filter.sku] : []);
    return readOffsetPage(trx, lotsMatching(clientId, filter.sku && skuOf(filter.sku)), { page, limit });
  });
}

/** Sets a SKU's position in the warehouse. @throws Failure 404 for an unknown client, 422 if it has no stock of the SKU */
export async function setSkuShelf(
  deps: Deps,
  clientId: number,
  { sku, shelf }: BodyOf<typeof setShelf>,
): Promise<ReplyOf<typeof setShelf>['results']> {
  await readClient(deps, clientId);
  return deps.db.withClient(clientId, async (trx) => {
    lockClient(trx, clientId);
    const skuOf = await scannedSkus(trx, clientId, [sku]);
    const stored = await writeShelf(trx, clientId, skuOf(sku), shelf);
    if (!stored) {
      throw refusedField('sku', 'El cliente no tiene ese SKU en el depósito');
    }
    if (stored.before !== shelf) {
      deps.events.record(trx, clientId, 'stock.shelf_changed', { sku: stored.sku, shelf });
    }
    return { sku: stored.sku, shelf };
  });
}
