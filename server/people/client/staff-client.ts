import { readOffsetPage } from '#server/db/list/offset-page.ts';
import { changedFields } from '#server/events/changed-fields.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { invalidateSessions } from '#server/people/domain/cached-sessions.ts';
import { type FlagChanges, setClientFlags } from '#server/people/domain/client-flags.store.ts';
import { holdRights } from '#server/people/domain/staff/provider-rights.ts';
import type { ProviderCaller } from '#server/platform/http/request/caller.ts';
import type { QueryOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import type { Pagination } from '#shared/kit/http/pagination.ts';
import { messages } from '#shared/kit/messages.ts';
import { isCuitCheckDigitValid } from '#shared/people/rules/cuit.ts';
import * as calls from '#shared/people/staff-clients.ts';
import { type ClientRow, clientById, clientsMatching, registrationDecider } from './staff-client.store.ts';

const toStaffClient = (row: ClientRow): calls.StaffClient => ({
  ...row,
  cuit_valid: isCuitCheckDigitValid(row.cuit),
});

/** Lists clients, sorted by company name (readings R5). */
export async function listClients(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { page, limit, filter }: QueryOf<typeof calls.listClients>,
): Promise<{ results: calls.StaffClient[]; pagination: Pagination }> {
  const { results, pagination } = await db.withProvider((trx) =>
    readOffsetPage<ClientRow>(trx, clientsMatching(filter, clock()), { page, limit }),
  );
  return { results: results.map(toStaffClient), pagination };
}

/** Reads one client. @throws Failure 404 if there is none with this id */
export async function readClient(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  clientId: number,
): Promise<calls.StaffClient> {
  const row = await db.withProvider((trx) => clientById(trx, clientId, clock()));
  if (!row) throw new Failure(404, messages.notFound);
  return toStaffClient(row);
}

/** Reads one client, and who decided its registration. @throws Failure 404 if there is none with this id */
export async function readDecidedClient(deps: Deps, clientId: number): Promise<calls.DecidedClient> {
  const client = await readClient(deps, clientId);
  const decided = client.approved_at ?? client.rejected_at;
  const decided_by = decided && (await deps.db.withProvider((trx) => registrationDecider(trx, clientId)));
  return { ...client, decided_by };
}

/**
 * Changes a client's flags, effective from its next call on (readings S4).
 *
 * @throws Failure 404 for an unknown client
 */
export async function changeClientFlags(
  { db, bus, events, clock }: Pick<Deps, 'db' | 'bus' | 'events' | 'clock'>,
  caller: ProviderCaller,
  clientId: number,
  changes: FlagChanges,
): Promise<calls.StaffClient> {
  const row = await db.withProvider(async (trx) => {
    await holdRights(trx, { caller, endpoint: calls.changeClient });
    const before = await setClientFlags(trx, clientId, changes);
    if (!before) return null;
    const sent = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null));
    const fields = changedFields({ ...before }, sent);
    if (fields.length > 0) {
      events.record(trx, clientId, 'client.flags_changed', { fields, flags: sent });
      invalidateSessions({ bus }, trx, clientId);
    }
    return clientById(trx, clientId, clock());
  });
  if (!row) throw new Failure(404, messages.notFound);
  return toStaffClient(row);
}
