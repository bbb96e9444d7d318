import type { Deps } from '#server/integrations/deps.ts';
import { enqueueAccessMail } from '#server/people/access/access-mails.ts';
import { findUser, findUserByEmail, readUser } from '#server/people/access/user.store.ts';
import { rateLimitMailsIn } from '#server/people/domain/mail/mail-rate-limits.ts';
import { newClientsPrepaid } from '#server/people/domain/new-clients.ts';
import { assertNotReserved } from '#server/people/domain/reserved-name.ts';
import { holdRights } from '#server/people/domain/staff/provider-rights.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';
import type { ProviderCaller } from '#server/platform/http/request/caller.ts';
import { DUMMY_HASH } from '#server/platform/secrets/passwords.ts';
import { violatedUniqueKey } from '#server/platform/unique-violation.ts';
import type { BodyOf } from '#shared/kit/http/endpoint.ts';
import { Failure, type FieldError } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { cuitDigits, isCuitCheckDigitValid } from '#shared/people/rules/cuit.ts';
import * as calls from '#shared/people/staff-clients.ts';
import { findRefusedRegistration } from './refused-registration.store.ts';
import { insertAccount, lockNewCuit, type NewAccount, nextClientId, readCompanyName } from './registration.store.ts';
import { usernameTaken } from './taken-names.ts';

type Form = BodyOf<typeof calls.createClient>;

/**
 * Creates an approved client with its owner, who gets a mail with a link to choose the password. Unlike a registration, names who has
 * a taken e-mail: the caller may know.
 *
 * @returns the client's id
 * @throws Failure 422 on `cuit` if an approved client has it, on `email` and `username` if somebody has them, and on
 *   `username` if it is reserved; 429
 */
export async function createClient(deps: Deps, caller: ProviderCaller, form: Form): Promise<number> {
  const { db, clock, log } = deps;
  assertNotReserved(deps, 'username', form.username);
  const account = toAccount(form, newClientsPrepaid(deps));
  const { prepaid, reverse, fulfillment } = account;
  const clientId = await db.withoutClient(nextClientId);
  await assertFreeNames(deps, form);
  const work = db.withClient(clientId, async (trx) => {
    await holdRights(trx, { caller, endpoint: calls.createClient });
    const other = await lockNewCuit(trx, account.cuit);
    if (other !== null) return other;
    const userId = await insertAccount(trx, clientId, account, clock());
    await rateLimitMailsIn(trx, deps, { email: account.email, purpose: 'activation' });
    await enqueueAccessMail(deps, trx, 'activation', { clientId, userId });
    deps.events.record(trx, clientId, 'client.created', { prepaid, reverse, fulfillment });
    return null;
  });
  const cuitOwner = await work.catch(async (error: unknown) => {
    const key = violatedUniqueKey(error);
    if (key === 'user_directory_pkey') throw usernameTaken();
    // Somebody else took the e-mail meanwhile.
    if (key === 'user_directory_email_norm_key') await assertFreeNames(deps, form);
    throw error;
  });
  if (cuitOwner !== null) throw wrong([await cuitTaken(deps, cuitOwner)]);
  // A wrong check digit is logged, not refused (readings C1).
  if (!isCuitCheckDigitValid(account.cuit))
    log.warn({ clientId }, 'created a client with a wrong check digit of its CUIT');
  return clientId;
}

/** @param prepaid for a form that doesn't say it */
function toAccount(form: Form, prepaid: boolean): NewAccount {
  return {
    firstName: form.nombre,
    lastName: form.apellido,
    phone: form.telefono,
    email: form.email,
    username: form.username,
    passwordHash: DUMMY_HASH,
    razonSocial: form.razon_social,
    companyName: form.nombre_empresa,
    cuit: cuitDigits(form.cuit) ?? form.cuit,
    approved: true,
    prepaid: form.prepago ?? prepaid,
    reverse: form.logistica_inversa,
    fulfillment: form.fulfillment,
    registered: false,
    address: null,
  };
}

const wrong = (errors: FieldError[]) => new Failure(422, messages.fields, errors);

async function cuitTaken({ db }: Pick<Deps, 'db'>, clientId: number): Promise<FieldError> {
  const company = await db.withClient(clientId, (trx) => readCompanyName(trx, clientId));
  return { field: 'cuit', message: `El cliente ${company} ya está aprobado con este CUIT` };
}

/** Refuses a taken user name and a taken e-mail, both at once. @throws Failure 422 */
async function assertFreeNames(deps: Deps, { username, email }: Form): Promise<void> {
  const { byName, byEmail } = await deps.db.withoutClient(async (trx) => ({
    byName: (await findUser(trx, username)) ?? (await findRefusedRegistration(trx, username)),
    byEmail: await findUserByEmail(trx, email),
  }));
  const errors = [
    ...(byName ? usernameTaken().errors : []),
    ...(byEmail ? [{ field: 'email', message: await emailTaken(deps, byEmail) }] : []),
  ];
  if (errors.length > 0) throw wrong(errors);
}

/** Returns who has an e-mail, as the staff may know. */
async function emailTaken(deps: Deps, owner: UserKey): Promise<string> {
  const { clientId } = owner;
  const { user, company } = await deps.db.withClient(clientId, async (trx) => ({
    user: await readUser(trx, owner),
    company: await readCompanyName(trx, clientId),
  }));
  return `Este email ya es del usuario ${user?.username ?? ''}, de ${company} (cliente ${clientId})`;
}
