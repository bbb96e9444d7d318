import type { Deps } from '#server/deps.ts';
import { signLabelAddresses } from '#server/features/label/label-address.ts';
import { JsonText } from '#server/platform/http/answers.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { blockedOf } from './blocked.ts';
import { type DetailRow, detailStatement } from './order-detail.store.ts';
import { type OrderRow, storedOrder, storedStatement } from './order-refresh.store.ts';
import { orderKey } from './resolve.ts';
import { statesToken } from './states-token.ts';

/**
 * An order with its shipments, their items, receiver and addresses (D1 §2 Order detail), by tracking id or numeric id,
 * and the reason of each flag that is off.
 *
 * @throws Failure 404 for another client's order as for an unknown one
 */
export async function readOrderOf(deps: Deps, caller: Caller, id: string): Promise<JsonText> {
  const key = orderKey(id);
  const [detail, stored] = await deps.db.read(caller.clientId, [
    detailStatement(caller.clientId, key),
    storedStatement(caller.clientId, key),
  ]);
  const row = detail?.rows[0] as DetailRow | undefined;
  const facts = stored?.rows[0] as OrderRow | undefined;
  if (!row || !facts) throw new Failure(404, messages.notFound);
  // The reasons and what is signed are what the database can't know.
  const blocked = blockedOf(storedOrder(facts).facts);
  const sign = (text: string) => signLabelAddresses(text, deps.config, caller.clientId, deps.clock());
  const shippings = row.shippings.map((text, index) =>
    withKeys(sign(text), { blocked: blocked.shipments[index] ?? {} }),
  );
  const token = statesToken(deps.config, row.tracking_id);
  const results = withKeys(sign(row.results), { blocked: blocked.order, states_token: token });
  return new JsonText(`{"results":${results.slice(0, -1)},"shippings":[${shippings.join(',')}]}}`);
}

/** JSON text of an object with more keys behind its own. */
function withKeys(text: string, more: object): string {
  return `${text.slice(0, -1)},${JSON.stringify(more).slice(1)}`;
}
