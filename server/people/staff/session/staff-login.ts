import type { FastifyRequest } from 'fastify';
import type { Deps } from '#server/integrations/deps.ts';
import { comparePassword } from '#server/people/access/password/limited-attempt.ts';
import { findStaff, readStaff } from '#server/people/staff/staff.store.ts';
import { type Actor, ANONYMOUS } from '#server/platform/audit-context.ts';
import { isFromBrowser } from '#server/platform/http/request/from-browser.ts';
import { SUSPENDED } from '#server/platform/http/request/guard.ts';
import { ipNetwork } from '#server/platform/network/ip-network.ts';
import { accountOf, staffPrincipal } from '#server/platform/secrets/principal.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import type { OpenedSession, StaffSessions } from './staff-session.ts';

/** The common message for an unknown e-mail, a wrong password and a rate-limited person. */
const REFUSED = 'El email o la contraseña no son correctos. Si ya probaste varias veces, esperá unos minutos';

/**
 * Opens a session of the staff, under the same brute-force limits as a client's login. Counts a refused one for the audit trail.
 *
 * @throws Failure 400 for a wrong or unknown login; 403 for the correct password of a suspended person, and for a browser's
 *   call from another page
 */
export async function logInStaff(
  deps: Deps,
  sessions: StaffSessions,
  { email, password, terminal }: { email: string; password: string; terminal: boolean },
  { request, signal }: { request: FastifyRequest; signal: AbortSignal },
): Promise<OpenedSession> {
  if (!terminal || isFromBrowser(request)) sessions.assertOrigin(request);
  const { db, log, refusals } = deps;
  const known = await db.withProvider((trx) => findStaff(trx, email));
  const network = ipNetwork(request.ip);
  const person = await comparePassword(deps, {
    // Counts e-mails by the spelling that finds people. Otherwise two spellings would share a limit only if they belong
    // to nobody, which would reveal that.
    account: known === null ? `staff name ${email.toLowerCase()}` : accountOf(staffPrincipal(known.id)),
    password,
    network,
    signal,
    async read() {
      const user = await db.withProvider((trx) => readStaff(trx, known?.id ?? 0));
      return user && { user, hash: user.passwordHash };
    },
  });
  if (!person) {
    // An e-mail without a person isn't kept.
    const actor: Actor = known ? { kind: 'staff', ...known } : ANONYMOUS;
    refusals.count({ action: 'ops.session.refused', clientId: null, actor, target: 'POST /ops/v1/login', network });
    throw new Failure(400, REFUSED);
  }
  if (person.suspendedAt) throw new Failure(403, SUSPENDED, [], { code: 'suspended' });
  const opened = await db.withProvider(async (trx) => {
    const session = await sessions.open(trx, person, request, terminal ? 'terminal' : 'browser');
    const { id, name } = person;
    deps.events.record(trx, null, 'staff.session_opened', { id, name, ended: session.ended });
    return session;
  });
  log.info({ by: accountOf(staffPrincipal(person.id)), step: opened.step }, 'a member of the staff logged in');
  return opened;
}
