import type * as z from 'zod/mini';
import type { Deps } from '#server/domain/deps.ts';
import { findListedZips } from '#server/features/zip-code/listed-zips.ts';
import { hashPassword } from '#server/platform/passwords.ts';
import type { registration } from '#shared/access.ts';
import { takeCodePoints } from '#shared/code-points.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { cuitDigits, isCuitCheckDigitValid } from '#shared/rules/cuit.ts';
import { resolveProvince } from '#shared/rules/zip-province.ts';
import { enqueueAccessMail } from './access-mails.ts';
import { rateLimitRegistrationMails, rateLimitRegistrations } from './access-rate-limits.ts';
import { attemptPassword } from './password-attempt.ts';
import { insertAccount, type NewAccount, nextClientId, replaceAccount } from './registration.store.ts';
import { findUser, findUserByEmail } from './user.store.ts';

export type Registration = z.output<typeof registration>;

const REGISTERED = { message: 'Te enviamos un email para activar tu cuenta' };
const TAKEN = 'El nombre de usuario ya está en uso';

/** Who registers. */
export interface Registrant {
  /** Network that the registration comes from. */
  network: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/**
 * Registers a client (D1 §3, readings C1 to C5): company, user, main collection address and print settings at once, and
 * the activation mail with them. A taken e-mail gets the same answer (readings S9): its owner gets a notice, or, as long as
 * nobody activated the account, the latest registration in the place of the earlier one. The same form sent twice makes one
 * account.
 *
 * @throws Failure 422 on `username` when the name is taken, and for a province that isn't the postal code's; 429 for a
 *   network that registers too many, and for an address that was sent too many mails
 */
export async function registerClient(deps: Deps, by: Registrant, form: Registration): Promise<typeof REGISTERED> {
  await rateLimitRegistrations(deps, by.network);
  const address = await resolveAddress(deps, form);
  // Hashed in any case: a taken e-mail must not answer sooner.
  const account = toNewAccount(form, address, await hashPassword(form.password, { key: by.network, known: false }));
  const opened = await createAccount(deps, account);
  if (opened === 'taken-username') await handleTakenUsername(deps, by, form);
  return REGISTERED;
}

/** Opens an account and asks for its mail. Unknown until the rows are in: whoever comes second is told apart here. */
async function createAccount(deps: Deps, account: NewAccount): Promise<'opened' | 'taken-username' | 'taken-email'> {
  const { clientId, byName } = await deps.db.withoutClient(async (trx) => ({
    clientId: await nextClientId(trx),
    byName: await findUser(trx, account.username),
  }));
  if (byName) return 'taken-username';
  await rateLimitRegistrationMails(deps, account.email);
  try {
    await deps.db.withClient(clientId, async (trx) => {
      const userId = await insertAccount(trx, clientId, account, deps.clock());
      await enqueueAccessMail(deps, trx, 'activation', { clientId, userId });
    });
    // A reason to look closer, not to refuse (readings C1).
    if (!isCuitCheckDigitValid(account.cuit)) deps.log.warn({ clientId }, 'the check digit of the CUIT does not fit');
    return 'opened';
  } catch (error) {
    const constraint = violatedUniqueKey(error);
    if (constraint === 'user_directory_pkey') return 'taken-username';
    if (constraint !== 'user_directory_email_norm_key') throw error;
    return handleTakenEmail(deps, account);
  }
}

/** The address has an account: one that nobody activated takes the later registration, the owner of another gets a notice. */
async function handleTakenEmail(deps: Deps, account: NewAccount): Promise<'taken-username' | 'taken-email'> {
  const userKey = await deps.db.withoutClient((trx) => findUserByEmail(trx, account.email));
  if (!userKey) throw new Error('an address was taken by nobody');
  try {
    await deps.db.withClient(userKey.clientId, async (trx) => {
      const replaced = await replaceAccount(trx, userKey, account);
      await enqueueAccessMail(deps, trx, replaced ? 'activation' : 'taken-email', userKey);
    });
    return 'taken-email';
  } catch (error) {
    if (violatedUniqueKey(error) === 'user_directory_pkey') return 'taken-username';
    throw error;
  }
}

/** Name of the unique key that an error is about; null for any other error. */
function violatedUniqueKey(error: unknown): string | null {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' ? (constraint ?? null) : null;
}

/**
 * The name is taken. By the same form, sent twice, when e-mail and password are those of the account; only who knows the
 * password gets that answer, so it reveals nothing to an anonymous caller. The answer promises a mail: it goes out again.
 *
 * @throws Failure 422 on `username` when it is somebody else's, or too many passwords were tried; 429 for an address that
 *   was sent too many mails
 */
async function handleTakenUsername(deps: Deps, { network, signal }: Registrant, form: Registration): Promise<void> {
  const { username, email, password } = form;
  const account = await deps.db.withoutClient((trx) => findUser(trx, username));
  // A password is tried here as at the login, so it waits as long: else the back-off could be walked around.
  const isMeant = (user: { email: string }) => user.email.toLowerCase() === email.toLowerCase();
  const same = await attemptPassword(deps, { account, username, password, network, signal, isMeant });
  if (!same) throw new Failure(422, messages.fields, [{ field: 'username', message: TAKEN }]);
  await rateLimitRegistrationMails(deps, email);
  await deps.db.withoutClient((trx) => enqueueAccessMail(deps, trx, 'activation', account));
}

/** The collection address with its province's name (readings C48). */
async function resolveAddress({ db }: Deps, form: Registration): Promise<NewAccount['address']> {
  const address = {
    street_name: form.sender_address_street_name,
    street_number: form.sender_address_street_number,
    floor: form.sender_address_floor,
    apartment: form.sender_address_apartment,
    neighborhood_name: form.sender_address_neighborhood_name,
    zip_code: form.sender_address_zip_code.toUpperCase(),
    city: form.sender_address_city,
    state: form.sender_address_state,
    other_info: form.sender_address_other_info,
  };
  const place = resolveProvince(address, await db.withoutClient((trx) => findListedZips(trx, [address])));
  if ('field' in place) {
    throw new Failure(422, messages.fields, [{ field: `sender_address_${place.field}`, message: place.message }]);
  }
  return { ...address, state: place.province.name };
}

function toNewAccount(form: Registration, address: NewAccount['address'], passwordHash: string): NewAccount {
  return {
    firstName: form.nombre,
    lastName: form.apellido,
    phone: form.telefono,
    email: form.email,
    username: form.username,
    passwordHash,
    razonSocial: form.razon_social,
    companyName: form.nombre_empresa || takeCodePoints(form.razon_social, 60),
    cuit: cuitDigits(form.cuit) ?? form.cuit,
    address,
  };
}
