import * as z from 'zod/mini';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { readClient } from '#server/people/client/staff-client.ts';
import { lockClient } from '#server/people/domain/client-lock.store.ts';
import { scannedSkus } from '#server/warehouse/domain/scanned-skus.store.ts';
import { type CountResult, type StockCount, stockCount } from '#shared/warehouse/staff-stock.ts';
import {
  bookUnits,
  findLot,
  findReceipts,
  isOfSameGoods,
  type KnownReceipt,
  type NamedGoods,
} from './receipt.store.ts';
import { requireOwnStock } from './staff-stock.ts';

type Outcome = Omit<CountResult, 'count_id'>;

const refused = (reason: string, difference = 0): Outcome => ({ result: 'refused', difference, reason });

/**
 * Books the differences between counted units and stock as receipts with a reason, in sequence. Accepts or refuses each count
 * individually. Idempotent by `count_id`. A product's bar code stands for its SKU.
 *
 * @returns one result per count, in the same sequence
 * @throws Failure 404 for an unknown client, 422 if an external warehouse service (WAREHOUSE_URL) keeps the stock
 */
export async function recordCounts(deps: Deps, clientId: number, counts: readonly unknown[]): Promise<CountResult[]> {
  requireOwnStock(deps);
  await readClient(deps, clientId);
  const sent = counts.map((count) => z.safeParse(stockCount, count));
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
    const ids = parsed.flatMap(({ data }) => data?.count_id ?? []);
    const known = new Map((await findReceipts(trx, clientId, ids)).map((receipt) => [receipt.receipt_id, receipt]));
    const results: CountResult[] = [];
    for (const [index, { data, error }] of parsed.entries()) {
      const outcome = data
        ? await recordCount(deps, trx, clientId, data, known)
        : refused(error?.issues[0]?.message ?? 'El valor no es válido');
      results.push({ count_id: data?.count_id ?? sentId(counts[index]), ...outcome });
    }
    const recorded = results.filter(({ result }) => result === 'recorded').length;
    if (recorded > 0) {
      const skus = parsed.flatMap(({ data }) => data?.sku ?? []);
      deps.events.record(trx, clientId, 'stock.counted', { skus, counts: results.length, recorded });
    }
    return results;
  });
}

function sentId(count: unknown): string | null {
  const { count_id: id } = Object(count) as { count_id?: unknown };
  return typeof id === 'string' ? id : null;
}

async function recordCount(
  deps: Deps,
  trx: Trx,
  clientId: number,
  { count_id, sku, named, lot, expected, counted, reason }: StockCount & NamedGoods,
  known: Map<string, KnownReceipt>,
): Promise<Outcome> {
  const difference = counted - expected;
  const before = known.get(count_id);
  if (before) {
    const same = isOfSameGoods(before, { sku, named }) && before.lot === lot && before.units === difference;
    return same
      ? { result: 'repeated', difference, reason: null }
      : refused('Ese count_id ya se usó para otro conteo o ingreso', difference);
  }
  const stored = await findLot(trx, clientId, { sku, lot });
  if (!stored) return refused('No existe ese lote: registralo como ingreso', difference);
  const { units, reserved } = stored;
  if (units !== expected) {
    return refused(
      `El stock cambió mientras contabas: había ${expected} y ahora hay ${units}. Contá de nuevo`,
      difference,
    );
  }
  if (difference === 0) return { result: 'equal', difference, reason: null };
  if (reason === '') return refused('Escribí el motivo de la diferencia', difference);
  if (counted < reserved) {
    const wanted = `Hay ${reserved} unidades reservadas para pedidos`;
    return refused(`${wanted}: cancelalos o cerralos con faltantes antes de bajar el stock a ${counted}`, difference);
  }
  const booked = { receipt_id: count_id, sku, lot, expiry: '', units: difference, reason, sent: { sku: named } };
  await bookUnits(trx, clientId, booked, deps.clock());
  known.set(count_id, booked);
  return { result: 'recorded', difference, reason: null };
}
