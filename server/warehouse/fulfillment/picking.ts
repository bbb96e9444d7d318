import type { Deps } from '#server/integrations/deps.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';
import type { PickingLine } from '#shared/warehouse/staff-picking.ts';
import { type PickedUnits, unitsToPick } from './picking.store.ts';

/**
 * Lists what to take from the shelves for waiting orders of any clients: a line for each SKU and lot. Orders that don't wait, and ids
 * without an order, add nothing.
 */
export async function listPicking(
  { db }: Pick<Deps, 'db'>,
  orders: readonly { clientId: number; id: number }[],
): Promise<PickingLine[]> {
  const lines: PickingLine[] = [];
  for (const [clientId, own] of Map.groupBy(orders, (order) => order.clientId)) {
    const ids = [...new Set(own.map(({ id }) => id))];
    const units = await db.withClient(clientId, (trx) => unitsToPick(trx, clientId, ids));
    lines.push(...linesOf(clientId, units));
  }
  return lines.toSorted(compareLines);
}

function linesOf(clientId: number, units: readonly PickedUnits[]): PickingLine[] {
  const byLot = Map.groupBy(units, ({ sku, lot }) => JSON.stringify([foldedKey(sku), lot]));
  return [...byLot.values()].map((taken) => {
    const [{ company, shelf, sku, description, lot, expiry }] = taken as [PickedUnits];
    const orders = [...Map.groupBy(taken, ({ id }) => id).values()].map((parts) => {
      const [{ id, order_id }] = parts as [PickedUnits];
      return { client_id: clientId, id, order_id, units: sum(parts) };
    });
    return { client_id: clientId, company, shelf, sku, description, lot, expiry, units: sum(taken), orders };
  });
}

const sum = (parts: readonly { units: number }[]) => parts.reduce((total, { units }) => total + units, 0);

const byText = new Intl.Collator('es', { numeric: true }).compare;

/** Puts positions first, as a walk along the shelves; SKUs without a position follow by client and SKU. */
function compareLines(one: PickingLine, other: PickingLine): number {
  const late = (text: string | null) => (text ? 0 : 1);
  return (
    late(one.shelf) - late(other.shelf) ||
    byText(one.shelf, other.shelf) ||
    byText(one.company, other.company) ||
    byText(one.sku, other.sku) ||
    late(one.expiry) - late(other.expiry) ||
    byText(one.expiry ?? '', other.expiry ?? '')
  );
}
