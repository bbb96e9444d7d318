import type { Deps } from '#server/deps.ts';
import { signLabelAddresses } from '#server/features/label/label-address.ts';
import { JsonText } from '#server/platform/http/answers.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { detailStatement } from './order-detail.store.ts';
import { orderKey } from './resolve.ts';
import { statesToken } from './states-token.ts';

/**
 * An order with its shipments, their items, receiver and addresses (D1 §2 Order detail), by tracking id or numeric id.
 *
 * @throws Failure 404 for another client's order as for an unknown one
 */
export async function readOrderOf(deps: Deps, caller: Caller, id: string): Promise<JsonText> {
  const [result] = await deps.db.read(caller.clientId, [detailStatement(caller.clientId, orderKey(id))]);
  const row = result?.rows[0] as { tracking_id: string; results: string } | undefined;
  if (!row) throw new Failure(404, messages.notFound);
  // What is signed is the one thing that the database can't know.
  const results = signLabelAddresses(row.results, deps.config, caller.clientId, deps.clock());
  const token = JSON.stringify(statesToken(deps.config, row.tracking_id));
  return new JsonText(`{"results":${results.slice(0, -1)},"states_token":${token}}}`);
}
