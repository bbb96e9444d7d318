import type { Trx } from '#server/db/connection.ts';
import { recordAudit } from '#server/domain/audit.store.ts';
import type { Deps } from '#server/domain/deps.ts';
import type { Sessions } from '#server/features/access/session.ts';
import type { BodyOf } from '#shared/http/endpoint.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import type * as clients from '#shared/ops/clients.ts';
import { cuitDigits } from '#shared/rules/cuit.ts';
import {
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
 * @throws Failure 404; 409 for an account that isn't activated, and if another approved client has the CUIT
 */
export async function approveClient(deps: Deps, sessions: Sessions, clientId: number): Promise<void> {
  await changeClient(deps, sessions, clientId, async (trx, { approved, activated, cuit }) => {
    if (approved) return [];
    if (!activated) throw new Failure(409, 'El cliente todavía no activó su cuenta');
    await assertUniqueCuit(trx, clientId, cuit);
    await setApproved(trx, clientId, deps.clock());
    await enqueueOwnerMails(deps, trx, 'approved', clientId);
    return ['approved_at'];
  });
}

/** Rejects a registration. @throws Failure 404; 409 for an approved client */
export async function rejectClient(deps: Deps, sessions: Sessions, clientId: number, reason: string): Promise<void> {
  await changeClient(deps, sessions, clientId, async (trx, { approved, rejection_reason }) => {
    if (approved) throw new Failure(409, 'El cliente ya está aprobado. Si no tiene que operar más, bloquealo');
    // The owners have read this reason already.
    if (rejection_reason === reason) return [];
    await setRejected(trx, clientId, reason, deps.clock());
    await enqueueOwnerMails(deps, trx, 'rejected', clientId);
    return ['rejected_at', 'rejection_reason'];
  });
}

/** Corrects a client's names and CUIT. @throws Failure 404; 409 if another approved client has the CUIT of an approved one */
export async function correctClient(
  deps: Deps,
  sessions: Sessions,
  clientId: number,
  form: BodyOf<typeof clients.correctClient>,
): Promise<void> {
  await changeClient(deps, sessions, clientId, async (trx, client) => {
    const { razon_social = client.razon_social, nombre_empresa = client.nombre_empresa } = form;
    const cuit = form.cuit === undefined ? client.cuit : (cuitDigits(form.cuit) ?? form.cuit);
    const corrected = { razon_social, nombre_empresa, cuit };
    if (client.approved && cuit !== client.cuit) await assertUniqueCuit(trx, clientId, cuit);
    await updateClientData(trx, clientId, corrected);
    return (['razon_social', 'nombre_empresa', 'cuit'] as const).filter((key) => corrected[key] !== client[key]);
  });
}

async function assertUniqueCuit(trx: Trx, clientId: number, cuit: string): Promise<void> {
  const other = await lockCuit(trx, clientId, cuit);
  if (other !== null) throw new Failure(409, `El cliente ${other} ya está aprobado con este CUIT`);
}

/** Runs a change under the client's lock. @param change returns the names of the changed fields */
async function changeClient(
  { db, bus }: Deps,
  sessions: Sessions,
  clientId: number,
  change: (trx: Trx, client: LockedClient) => Promise<readonly string[]>,
): Promise<void> {
  await db.withOperator(async (trx) => {
    const client = await lockClient(trx, clientId);
    if (!client) throw new Failure(404, messages.notFound);
    const fields = await change(trx, client);
    recordAudit(trx, { clientId, target: clientId, fields });
    sessions.invalidateClient(trx, clientId);
    bus.publish(trx, clientId, { kind: 'account', id: null });
  });
}
