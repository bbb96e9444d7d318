import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { ProviderCaller } from '#server/platform/http/request/caller.ts';
import { guardProvider } from '#server/platform/http/request/guard.ts';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import {
  STAFF_PERMISSIONS,
  type StaffPermission,
  type StaffRole,
  staffPermissions,
} from '#shared/people/rules/staff-permissions.ts';
import { asProvider, lockRights, readKeyRights, readSessionRights, shareRights } from './provider-rights.store.ts';

/** What a person or a key of the provider may do. A key without scopes has all permissions. */
export type Rights = { role: StaffRole } | { scopes: readonly StaffPermission[] | null };

/** Returns the permissions of a person or a key. */
function permissionsOf(rights: Rights): readonly StaffPermission[] {
  return 'role' in rights ? staffPermissions(rights.role) : (rights.scopes ?? STAFF_PERMISSIONS);
}

/** Whether a person or key may invite with a role: it can change the staff, and has every permission of the role. */
export function coversRole(rights: Rights, role: StaffRole): boolean {
  const own = permissionsOf(rights);
  return own.includes('staff') && staffPermissions(role).every((permission) => own.includes(permission));
}

/** Whether a caller may read the provider's keys. */
export const mayReadKeys = (caller: ProviderCaller): boolean => permissionsOf(caller).includes('keys');

/**
 * Checks that a caller has all permissions of the person or key that a call creates, changes or revokes. A key that is
 * limited to networks or a last day can't change anybody's permissions, because the change would outlast the key.
 *
 * @param refusal the message for a target with a permission that the caller lacks
 * @throws Failure 403
 */
export function assertCovers(caller: ProviderCaller, target: Rights, refusal: string): void {
  const own = permissionsOf(caller);
  const limited = 'restricted' in caller && caller.restricted;
  if (!limited && permissionsOf(target).every((permission) => own.includes(permission))) return;
  const message = limited ? 'Una clave con vencimiento o limitada a redes no cambia claves ni personal' : refusal;
  throw new Failure(403, message, [], { code: 'permission_required' });
}

/** Returns a caller with the rights that it has now. @throws Failure 401 for a revoked key or session */
async function refreshed(trx: Trx, caller: ProviderCaller): Promise<ProviderCaller> {
  if ('role' in caller) {
    const rights = await readSessionRights(trx, caller.sessionId);
    if (rights) return { ...caller, ...rights };
  } else {
    const { revoked = true, ...rights } = (await readKeyRights(trx, caller.actor.id)) ?? {};
    if (!revoked) return { ...caller, ...rights };
  }
  throw new Failure(401, messages.unauthorized);
}

/**
 * Changes the rights of the provider's people or keys, one change at a time. The caller's own rights and session are read again: an
 * earlier change may have taken them since the guard.
 *
 * @param change gets the caller with its current rights
 * @throws Failure 401, 403
 */
export async function changeRights<T>(
  { db }: Pick<Deps, 'db'>,
  caller: ProviderCaller,
  endpoint: AnyEndpoint,
  change: (trx: Trx, current: ProviderCaller) => Promise<T>,
): Promise<T> {
  return db.withProvider(async (trx) => {
    await lockRights(trx);
    const current = await refreshed(trx, caller);
    guardProvider(current, endpoint);
    return change(trx, current);
  });
}

/** A call of the provider with its caller, as the guard saw it. */
export interface ProviderCall {
  caller: ProviderCaller;
  endpoint: AnyEndpoint;
}

/**
 * Checks a caller's rights and session again at the beginning of a transaction, and keeps the rights from changing until it ends: somebody
 * may have suspended the person, ended the session or revoked the key since the guard.
 *
 * @param trx a transaction of the role `provider` or of a client, which holds no locks yet
 * @throws Failure 401, 403
 */
export async function holdRights(trx: Trx, { caller, endpoint }: ProviderCall): Promise<void> {
  await shareRights(trx);
  guardProvider(await asProvider(trx, () => refreshed(trx, caller)), endpoint);
}
