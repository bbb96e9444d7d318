import type { Trx } from '#server/db/connection.ts';
import { changedFields } from '#server/events/changed-fields.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { requireUndoable } from '#server/orders/domain/undo-decision.ts';
import { invalidateSessions } from '#server/people/domain/cached-sessions.ts';
import { holdRights, type ProviderCall } from '#server/people/domain/staff/provider-rights.ts';
import type { BodyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { cuitDigits } from '#shared/people/rules/cuit.ts';
import type * as clients from '#shared/people/staff-clients.ts';
import {
  clearDecision,
  hasOrders,
  type LockedClient,
  lockClient,
  lockCuit,
  setApproved,
  setRejected,
  updateClientData,
} from './client-approval.store.ts';
import { enqueueOwnerMails } from './client-mails.ts';

/**
 * Approves a client, which may write from its next call on. Only for an activated account: until then another registration with
 * the same e-mail may replace its company.
 *
 * @param seen decision that the caller saw
 * @throws Failure 404; 409 for a registration that was decided meanwhile, for an account that isn't activated, and if another
 *   approved client has the CUIT
 */
export async function approveClient(
  deps: Deps,
  by: ProviderCall,
  clientId: number,
  { seen }: BodyOf<typeof clients.approveClient>,
): Promise<void> {
  await changeClient(deps, by, clientId, async (trx, client) => {
    const { activated, cuit } = client;
    const decision = decisionOf(client);
    if (decision === 'approved' || (seen !== undefined && seen !== decision)) throw decided(decision);
    if (!activated) throw new Failure(409, 'El cliente todavía no activó su cuenta');
    await assertUniqueCuit(trx, clientId, cuit);
    const at = deps.clock();
    await setApproved(trx, clientId, at);
    await enqueueOwnerMails(deps, trx, clientId, { kind: 'approved', decidedAt: at.toISOString() });
    deps.events.record(trx, clientId, 'client.approved');
    return true;
  });
}

/** Rejects a registration. @throws Failure 404; 409 for one that was decided before */
export async function rejectClient(deps: Deps, by: ProviderCall, clientId: number, reason: string): Promise<void> {
  await changeClient(deps, by, clientId, async (trx, client) => {
    const decision = decisionOf(client);
    if (decision !== 'pending') throw decided(decision);
    const at = deps.clock();
    await setRejected(trx, clientId, reason, at);
    await enqueueOwnerMails(deps, trx, clientId, { kind: 'rejected', decidedAt: at.toISOString() });
    deps.events.record(trx, clientId, 'client.rejected');
    return true;
  });
}

/**
 * Undoes the approval or rejection of a registration: it waits again, even if a rejected one was approved.
 *
 * @throws Failure 404; 409 for a registration that waits, for a decision that is too old, and once the client created an order
 */
export async function undoDecision(deps: Deps, by: ProviderCall, clientId: number): Promise<void> {
  await changeClient(deps, by, clientId, async (trx, { decidedAt }) => {
    requireUndoable(decidedAt?.toISOString() ?? null, deps.clock());
    if (await hasOrders(trx, clientId)) throw new Failure(409, 'Ya no se puede deshacer: el cliente creó una orden');
    await clearDecision(trx, clientId);
    deps.events.record(trx, clientId, 'client.decision_undone');
    return true;
  });
}

/** Corrects a client's names and CUIT. @throws Failure 404; 409 if another approved client has the CUIT of an approved one */
export async function correctClient(
  deps: Deps,
  by: ProviderCall,
  clientId: number,
  form: BodyOf<typeof clients.correctClient>,
): Promise<void> {
  await changeClient(deps, by, clientId, async (trx, client) => {
    const { razon_social = client.razon_social, nombre_empresa = client.nombre_empresa } = form;
    const cuit = form.cuit === undefined ? client.cuit : (cuitDigits(form.cuit) ?? form.cuit);
    const corrected = { razon_social, nombre_empresa, cuit };
    if (client.approved && cuit !== client.cuit) await assertUniqueCuit(trx, clientId, cuit);
    await updateClientData(trx, clientId, corrected);
    const fields = changedFields(client, corrected);
    if (fields.length > 0) deps.events.record(trx, clientId, 'client.corrected', { fields });
    return fields.length > 0;
  });
}

type RegistrationDecision = 'pending' | 'approved' | 'rejected';

const decisionOf = ({ approved, rejected }: LockedClient): RegistrationDecision =>
  approved ? 'approved' : rejected ? 'rejected' : 'pending';

const DECISIONS: Record<RegistrationDecision, string> = {
  pending: 'Este registro todavía no fue decidido',
  approved: 'Este registro ya fue decidido: Aprobado',
  rejected: 'Este registro ya fue decidido: Rechazado',
};

const decided = (decision: RegistrationDecision) => new Failure(409, DECISIONS[decision]);

async function assertUniqueCuit(trx: Trx, clientId: number, cuit: string): Promise<void> {
  const other = await lockCuit(trx, clientId, cuit);
  if (other !== null) throw new Failure(409, `El cliente ${other} ya está aprobado con este CUIT`);
}

/** Runs a change under the client's lock. @param change records its fact, and returns whether it changed something */
async function changeClient(
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  by: ProviderCall,
  clientId: number,
  change: (trx: Trx, client: LockedClient) => Promise<boolean>,
): Promise<void> {
  await db.withProvider(async (trx) => {
    await holdRights(trx, by);
    const client = await lockClient(trx, clientId);
    if (!client) throw new Failure(404, messages.notFound);
    if (await change(trx, client)) invalidateSessions({ bus }, trx, clientId);
  });
}
