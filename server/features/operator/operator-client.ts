import { readPage } from '#server/db/short-page.ts';
import { type FlagChanges, setClientFlags } from '#server/domain/client-flags.store.ts';
import type { Deps } from '#server/domain/deps.ts';
import type { Sessions } from '#server/features/access/session.ts';
import type { QueryOf } from '#shared/http/endpoint.ts';
import { Failure } from '#shared/http/failure.ts';
import type { Pagination } from '#shared/http/page.ts';
import { messages } from '#shared/messages.ts';
import type { listClients, OperatorClient } from '#shared/ops/clients.ts';
import { cuitCheckDigitFits } from '#shared/rules/cuit.ts';
import { type ClientRow, clientById, clientsMatching } from './operator-client.store.ts';

const shown = (row: ClientRow): OperatorClient => ({ ...row, cuit_valid: cuitCheckDigitFits(row.cuit) });

/** A page of clients by their company's name (readings R5). */
export async function listClientsOf(
  { db }: Deps,
  { page, limit, filter }: QueryOf<typeof listClients>,
): Promise<{ results: OperatorClient[]; pagination: Pagination }> {
  const { results, pagination } = await db.withProvider((trx) =>
    readPage<ClientRow>(trx, clientsMatching(filter.search), { page, limit }),
  );
  return { results: results.map(shown), pagination };
}

/** One client. @throws Failure 404 when there is none */
export async function readClientBy({ db }: Deps, clientId: number): Promise<OperatorClient> {
  const row = await db.withProvider((trx) => clientById(trx, clientId));
  if (!row) throw new Failure(404, messages.notFound);
  return shown(row);
}

/**
 * Changes what a client may do, from its next call on (readings S4).
 *
 * @throws Failure 404 when there is no such client
 */
export async function changeClientFlags(
  { db, bus }: Deps,
  sessions: Sessions,
  clientId: number,
  changes: FlagChanges,
): Promise<OperatorClient> {
  const row = await db.withProvider(async (trx) => {
    if (!(await setClientFlags(trx, clientId, changes))) return null;
    bus.tell(trx, clientId, { kind: 'account', id: null });
    sessions.forgetClient(trx, clientId);
    return clientById(trx, clientId);
  });
  if (!row) throw new Failure(404, messages.notFound);
  return shown(row);
}
