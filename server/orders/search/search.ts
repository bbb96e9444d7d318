import type { Deps } from '#server/integrations/deps.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { type Day, localDay } from '#shared/kit/days.ts';
import { parseRowId } from '#shared/kit/row-id.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { parseScannedId } from '#shared/orders/rules/code/scanned-id.ts';
import { isLabel } from '#shared/orders/rules/code/tracking-id.ts';
import { dueDate } from '#shared/orders/rules/due/promise.ts';
import type { SearchResults } from '#shared/orders/search.ts';
import { findStatement, type NameSearchScope } from './search.store.ts';

/**
 * Chooses the scope of the name search. The trigram index needs three characters, else it would be scanned as a whole.
 */
function nameSearchScope(text: string): NameSearchScope {
  const folded = fold(text);
  if (/[a-z0-9]{3}/.test(folded)) return 'part';
  return /^[a-z0-9]{2}/.test(folded) ? 'start' : 'latest';
}

/** Finds the client's orders, shipments and receivers that match a text (readings R4, C9). */
export async function searchFor(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { clientId }: Caller,
  text: string,
): Promise<SearchResults> {
  const scanned = parseScannedId(text);
  const label = scanned !== null && isLabel(scanned) ? scanned : null;
  const statement = findStatement(clientId, {
    text,
    tracking: label === null ? scanned : null,
    label,
    id: parseRowId(text),
    names: nameSearchScope(text),
  });
  const [[row]] = await db.read(clientId, [statement]);
  if (!row) throw new Error('a search returned no row');
  const { orders, shipments, ...found } = row;
  const today = localDay(clock());
  const withDue = <T extends { due: Day | null }>(hit: T) => ({ ...hit, due: dueDate(hit.due, today) });
  return { ...found, orders: orders.map(withDue), shipments: shipments.map(withDue) };
}
