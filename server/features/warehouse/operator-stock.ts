import * as z from 'zod/mini';
import type { Trx } from '#server/db/connection.ts';
import { readOffsetPage } from '#server/db/offset-page.ts';
import { recordAudit } from '#server/domain/audit.store.ts';
import type { Deps } from '#server/domain/deps.ts';
import { lockStock } from '#server/domain/stock.store.ts';
import { readClient } from '#server/features/operator/operator-client.ts';
import { hasEmbeddedWarehouse } from '#server/integrations/warehouse/create-warehouse.ts';
import type { QueryOf, ReplyOf } from '#shared/http/endpoint.ts';
import { Failure } from '#shared/http/failure.ts';
import { type clientStock, type ReceiptResult, type StockReceipt, stockReceipt } from '#shared/ops/stock.ts';
import { addUnits, findLot, findReceipts, lotsMatching, type ReceivedLot } from './receipt.store.ts';

type Outcome = Pick<ReceiptResult, 'result' | 'reason'>;

const refused = (reason: string): Outcome => ({ result: 'refused', reason });

/**
 * Records a client's receipts in sequence. Accepts or refuses each receipt individually. Idempotent by `receipt_id`.
 *
 * @returns one result per receipt, in the same sequence
 * @throws Failure 404 for an unknown client, 422 if an external warehouse service (WAREHOUSE_URL) keeps the stock
 */
export async function recordReceipts(
  deps: Deps,
  clientId: number,
  receipts: readonly unknown[],
): Promise<ReceiptResult[]> {
  if (!hasEmbeddedWarehouse(deps.config)) throw new Failure(422, 'El stock lo lleva el servicio del depósito');
  await readClient(deps, clientId);
  const parsed = receipts.map((receipt) => z.safeParse(stockReceipt, receipt));
  return deps.db.withClient(clientId, async (trx) => {
    lockStock(trx, clientId);
    const ids = parsed.flatMap(({ data }) => data?.receipt_id ?? []);
    const known = new Map((await findReceipts(trx, clientId, ids)).map((receipt) => [receipt.receipt_id, receipt]));
    const results: ReceiptResult[] = [];
    for (const [index, { data, error }] of parsed.entries()) {
      const outcome = data
        ? await recordReceipt(deps, trx, clientId, data, known)
        : refused(error?.issues[0]?.message ?? 'El valor no es válido');
      results.push({ receipt_id: data?.receipt_id ?? sentId(receipts[index]), ...outcome });
    }
    recordAudit(trx, { clientId, details: { receipts: results.length, recorded: count(results) } });
    if (count(results) > 0) deps.bus.publish(trx, clientId, { kind: 'stock', id: null });
    return results;
  });
}

const count = (results: readonly ReceiptResult[]) => results.filter(({ result }) => result === 'recorded').length;

function sentId(receipt: unknown): string | null {
  const { receipt_id: id } = Object(receipt) as { receipt_id?: unknown };
  return typeof id === 'string' ? id : null;
}

type Known = Map<string, Pick<StockReceipt, 'receipt_id' | 'sku' | 'lot' | 'units'>>;

async function recordReceipt(
  deps: Deps,
  trx: Trx,
  clientId: number,
  receipt: StockReceipt,
  known: Known,
): Promise<Outcome> {
  const { receipt_id, sku, lot, units, expiry, criticality } = receipt;
  const before = known.get(receipt_id);
  if (before) {
    const same = before.sku.toLowerCase() === sku.toLowerCase() && before.lot === lot && before.units === units;
    return same ? { result: 'repeated', reason: null } : refused('Ese receipt_id ya se usó para otro ingreso');
  }
  if (units === 0) return refused('Las unidades no pueden ser cero');
  if (expiry && criticality && criticality > expiry) return refused('La criticidad es posterior al vencimiento');
  const stored = await findLot(trx, clientId, receipt);
  const problem = units < 0 ? checkWithdrawal(stored, -units) : null;
  if (problem !== null) return refused(problem);
  if (stored && stored.units + units > MAX_LOT_UNITS) return refused('El lote no puede tener tantas unidades');
  await addUnits(trx, clientId, receipt, deps.clock());
  known.set(receipt_id, receipt);
  return { result: 'recorded', reason: null };
}

/** Maximum units of a lot, below the maximum of its integer column. */
const MAX_LOT_UNITS = 2_000_000_000;

/** Returns why units can't be taken from a lot; null if they can. */
function checkWithdrawal(lot: ReceivedLot | null, units: number): string | null {
  if (!lot) return 'No existe ese lote';
  const free = lot.units - lot.reserved;
  return units > free ? `En el lote quedan ${free} unidades sin reservar` : null;
}

/** Lists a client's lots for the operator. @throws Failure 404 for an unknown client */
export async function listClientLots(
  deps: Deps,
  clientId: number,
  { filter, page, limit }: QueryOf<typeof clientStock>,
): Promise<ReplyOf<typeof clientStock>> {
  await readClient(deps, clientId);
  return deps.db.withClient(clientId, (trx) =>
    readOffsetPage(trx, lotsMatching(clientId, filter.sku), { page, limit }),
  );
}
