import type * as z from 'zod/mini';
import type { Deps } from '#server/integrations/deps.ts';
import { enqueueAccessMail } from '#server/people/access/access-mails.ts';
import { attemptPassword } from '#server/people/access/password/attempt.ts';
import { rateLimitRegistrations } from '#server/people/access/rate-limits.ts';
import { findUser, findUserByEmail } from '#server/people/access/user.store.ts';
import { assertWithoutUsername, hashChosenPassword } from '#server/people/domain/chosen-password.ts';
import { rateLimitRegistrationMails } from '#server/people/domain/mail/mail-rate-limits.ts';
import { newClientsPrepaid } from '#server/people/domain/new-clients.ts';
import { assertNotReserved } from '#server/people/domain/reserved-name.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { violatedUniqueKey } from '#server/platform/unique-violation.ts';
import { findListedZips } from '#server/provider/zip-code/listed-zips.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { takeCodePoints } from '#shared/kit/text/code-points.ts';
import { resolveProvince } from '#shared/orders/rules/place/zip-province.ts';
import type { registration } from '#shared/people/registration.ts';
import { cuitDigits, isCuitCheckDigitValid } from '#shared/people/rules/cuit.ts';
import {
  findRefusedRegistration,
  forgetRefusedRegistration,
  keepRefusedRegistration,
} from './refused-registration.store.ts';
import { insertAccount, nextClientId, type RegisteredAccount, replaceAccount } from './registration.store.ts';
import { usernameTaken } from './taken-names.ts';

export type Registration = z.output<typeof registration>;

const CLOSED = 'El registro está cerrado. Para abrir una cuenta, hablá con el proveedor';

const REGISTERED = { message: 'Te enviamos un email para activar tu cuenta' };

/** Origin of a registration. */
export interface Registrant {
  /** Network that the registration comes from. */
  network: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/**
 * Registers a client (D1 §3, readings C1 to C5): creates company, user, main collection address and print settings, and
 * enqueues the activation mail. A taken e-mail gets the same reply (readings S9): if its account is active, the owner
 * gets a notice; otherwise the new registration replaces the earlier one. A form sent twice creates one account.
 *
 * @throws Failure 403 if registration is closed; 422 on `username` if the name is taken or reserved, on `password` for a very common password or
 *   one that contains the name, and for a province that doesn't match the postal code; 429 for a network with too many registrations, and for an address that received too many mails
 */
export async function registerClient(deps: Deps, by: Registrant, form: Registration): Promise<typeof REGISTERED> {
  if (deps.config.REGISTRATION === 'closed') throw new Failure(403, CLOSED);
  assertNotReserved(deps, 'username', form.username);
  await rateLimitRegistrations(deps, by.network);
  const address = await resolveAddress(deps, form);
  const chosen = { field: 'password', password: form.password } as const;
  assertWithoutUsername(deps, chosen, form.username);
  // Always hashed, so that a taken e-mail isn't answered faster.
  const passwordHash = await hashChosenPassword(deps, chosen, { key: by.network, known: false });
  const account = { ...toNewAccount(form, address, passwordHash), ...newClientTerms(deps) };
  const opened = await createAccount(deps, by, account);
  if (opened === 'taken-username') await handleTakenUsername(deps, by, form, account);
  return REGISTERED;
}

/**
 * Creates an account and enqueues its mail. The unique keys detect a concurrent registration of the name or the e-mail.
 */
async function createAccount(
  deps: Deps,
  { network }: Registrant,
  account: RegisteredAccount,
): Promise<'opened' | 'taken-username' | 'taken-email'> {
  const { clientId, byName } = await deps.db.withoutClient(async (trx) => ({
    clientId: await nextClientId(trx),
    byName: (await findUser(trx, account.username)) ?? (await findRefusedRegistration(trx, account.username)),
  }));
  if (byName) return 'taken-username';
  await rateLimitRegistrationMails(deps, network, account.email);
  try {
    await deps.db.withClient(clientId, async (trx) => {
      const userId = await insertAccount(trx, clientId, account, deps.clock());
      await enqueueAccessMail(deps, trx, 'activation', { clientId, userId });
      deps.events.record(trx, clientId, 'user.registered', { id: userId, username: account.username });
    });
    // A wrong check digit is logged, not refused (readings C1).
    if (!isCuitCheckDigitValid(account.cuit)) deps.log.warn({ clientId }, 'registered a CUIT with a wrong check digit');
    return 'opened';
  } catch (error) {
    const constraint = violatedUniqueKey(error);
    if (constraint === 'user_directory_pkey') return 'taken-username';
    if (constraint !== 'user_directory_email_norm_key') throw error;
    return handleTakenEmail(deps, account);
  }
}

/**
 * Replaces the registration of an account that isn't activated. If the account is active, sends a notice to its owner
 * and keeps name and password of the registration: another registration or a login must not reveal that they belong to
 * no account.
 */
async function handleTakenEmail(deps: Deps, account: RegisteredAccount): Promise<'taken-username' | 'taken-email'> {
  const userKey = await deps.db.withoutClient((trx) => findUserByEmail(trx, account.email));
  if (!userKey) throw new Error('the e-mail violates the unique key but no account has it');
  try {
    await deps.db.withClient(userKey.clientId, async (trx) => {
      const replaced = await replaceAccount(trx, userKey, account, deps.clock());
      if (!replaced) await keepRefusedRegistration(trx, account);
      await enqueueAccessMail(deps, trx, replaced ? 'activation' : 'taken-email', userKey);
      const fact = replaced ? 'user.registration_replaced' : 'user.registration_refused';
      deps.events.record(trx, userKey.clientId, fact);
    });
    return 'taken-email';
  } catch (error) {
    if (violatedUniqueKey(error) === 'user_directory_pkey') return 'taken-username';
    throw error;
  }
}

/**
 * Treats a registration with a taken name as a repeated form if its e-mail and password are the account's, and
 * sends the activation mail again. Checking the password keeps the reply from revealing the account to anonymous
 * callers.
 *
 * @throws Failure 422 on `username` if the account is somebody else's, or too many passwords were tried; 429 for an
 *   address that received too many mails
 */
async function handleTakenUsername(
  deps: Deps,
  by: Registrant,
  form: Registration,
  newAccount: RegisteredAccount,
): Promise<void> {
  const { username, email, password } = form;
  const { network, signal } = by;
  const account = await deps.db.withoutClient((trx) => findUser(trx, username));
  // The same limits as at the login, so that registrations can't bypass the backoff.
  const accepts = (user: { email: string }) => user.email.toLowerCase() === email.toLowerCase();
  const user = await attemptPassword(deps, { account, username, password, network, signal, accepts });
  if (!user) throw usernameTaken();
  if (!account) {
    // A refused registration is decided again: its e-mail may have no account any more.
    await deps.db.withoutClient((trx) => forgetRefusedRegistration(trx, email));
    if ((await createAccount(deps, by, newAccount)) === 'taken-username') throw usernameTaken();
    return;
  }
  await rateLimitRegistrationMails(deps, network, email);
  await deps.db.withoutClient(async (trx) => {
    await enqueueAccessMail(deps, trx, 'activation', account);
    deps.events.record(trx, account.clientId, 'user.registration_repeated');
  });
}

/** Returns the collection address with the province's name (readings C48). */
async function resolveAddress({ db }: Pick<Deps, 'db'>, form: Registration): Promise<RegisteredAccount['address']> {
  const address = {
    street_name: form.sender_address_street_name,
    street_number: form.sender_address_street_number,
    floor: form.sender_address_floor,
    apartment: form.sender_address_apartment,
    neighborhood_name: form.sender_address_neighborhood_name,
    zip_code: form.sender_address_zip_code,
    city: form.sender_address_city,
    state: form.sender_address_state,
    other_info: form.sender_address_other_info,
  };
  const location = resolveProvince(address, await db.withoutClient((trx) => findListedZips(trx, [address])));
  if ('field' in location) {
    throw refusedField(`sender_address_${location.field}`, location.message);
  }
  return { ...address, zip_code: location.zip_code, state: location.province.name };
}

/** Returns whether a client that registers is approved and prepaid (readings C52). */
const newClientTerms = (deps: Deps): Pick<RegisteredAccount, 'approved' | 'prepaid'> => ({
  approved: deps.config.REGISTRATION === 'open',
  prepaid: newClientsPrepaid(deps),
});

function toNewAccount(form: Registration, address: RegisteredAccount['address'], passwordHash: string) {
  return {
    firstName: form.nombre,
    lastName: form.apellido,
    phone: form.telefono,
    email: form.email,
    username: form.username,
    passwordHash,
    razonSocial: form.razon_social,
    // The name that people see, where none was given. The full name stays in `razonSocial`.
    companyName: form.nombre_empresa || takeCodePoints(form.razon_social, 60),
    cuit: cuitDigits(form.cuit) ?? form.cuit,
    reverse: false,
    fulfillment: false,
    registered: true,
    address,
  };
}
