import type * as z from 'zod/mini';
import type { Deps } from '#server/deps.ts';
import { listedZipsOf } from '#server/features/place/listed-zips.ts';
import { beginAttempt, forgive, inTurn } from '#server/platform/backoff.ts';
import { hashPassword, passwordMatches } from '#server/platform/passwords.ts';
import { throttle } from '#server/platform/throttle.ts';
import type { registration } from '#shared/access.ts';
import { firstOf } from '#shared/code-points.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { cuitCheckDigitFits, cuitDigits } from '#shared/rules/cuit.ts';
import { placeOf } from '#shared/rules/zip-province.ts';
import { requestMail } from './access-mails.ts';
import { loginKey } from './login.ts';
import { insertAccount, type NewAccount, nextClientId } from './registration.store.ts';
import { findUser, findUserByEmail, readUser, type UserPlace } from './user.store.ts';

export type Registration = z.output<typeof registration>;

const REGISTERED = { message: 'Te enviamos un email para activar tu cuenta' };
const TAKEN = 'El nombre de usuario ya está en uso';

/**
 * Registers a client (D1 §3, readings C1 to C5): company, user, main collection address and print settings at once, and
 * the activation mail with them. A taken e-mail gets the same answer and its owner a notice (readings S9); the same form
 * sent twice makes one account.
 *
 * @throws Failure 422 on `username` when the name is taken, and for a province that isn't the postal code's; 429 for a network that registers too many
 */
export async function registerClient(deps: Deps, visitor: string, form: Registration): Promise<typeof REGISTERED> {
  await throttle(deps, [{ kind: 'register-ip', of: visitor, most: 20, seconds: 3600 }]);
  const address = await addressOf(deps, form);
  // Hashed in any case: a taken e-mail must not answer sooner.
  const account = accountOf(form, address, await hashPassword(form.password));
  const opened = await openAccount(deps, account);
  if (opened === 'taken-username') await assertSentTwice(deps, visitor, form);
  return REGISTERED;
}

/** Opens an account and asks for its mail. Unknown until the rows are in: whoever comes second is told apart here. */
async function openAccount(deps: Deps, account: NewAccount): Promise<'opened' | 'taken-username' | 'taken-email'> {
  const { clientId, byName } = await deps.db.withoutClient(async (trx) => ({
    clientId: await nextClientId(trx),
    byName: await findUser(trx, account.username),
  }));
  if (byName) return 'taken-username';
  try {
    await deps.db.withClient(clientId, async (trx) => {
      const userId = await insertAccount(trx, clientId, account, deps.clock());
      await requestMail(deps, trx, 'activation', { clientId, userId });
    });
    // A reason to look closer, not to refuse (readings C1).
    if (!cuitCheckDigitFits(account.cuit)) deps.log.warn({ clientId }, 'the check digit of the CUIT does not fit');
    return 'opened';
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code !== '23505') throw error;
    if (constraint === 'user_directory_pkey') return 'taken-username';
    if (constraint !== 'user_directory_email_norm_key') throw error;
    await deps.db.withoutClient(async (trx) =>
      requestMail(deps, trx, 'taken-email', await findUserByEmail(trx, account.email)),
    );
    return 'taken-email';
  }
}

/**
 * The name is taken. By the same form, sent twice, when e-mail and password are those of the account; only who knows the
 * password gets that answer, so it tells a stranger nothing.
 *
 * @throws Failure 422 on `username` when it is somebody else's, or too many passwords were tried
 */
async function assertSentTwice(
  { db, clock }: Deps,
  visitor: string,
  { username, email, password }: Registration,
): Promise<void> {
  const place: UserPlace | null = await db.withoutClient((trx) => findUser(trx, username));
  const key = loginKey(place, { username, visitor });
  const same = await inTurn(key, async () => {
    // A password is tried here as at the login, so it waits as long: else the back-off could be walked around.
    if ((await db.withoutClient((trx) => beginAttempt(trx, key, clock()))) > 0) return false;
    const user = place && (await db.withClient(place.clientId, (trx) => readUser(trx, place)));
    const sameEmail = user?.email.toLowerCase() === email.toLowerCase();
    if (!(await passwordMatches(user && sameEmail ? user.passwordHash : null, password))) return false;
    await db.withoutClient((trx) => forgive(trx, key));
    return true;
  });
  if (!same) throw new Failure(422, messages.fields, [{ field: 'username', message: TAKEN }]);
}

/** The collection address with its province's name (readings C48). */
async function addressOf({ db }: Deps, form: Registration): Promise<NewAccount['address']> {
  const address = {
    street_name: form.sender_address_street_name,
    street_number: String(form.sender_address_street_number),
    floor: form.sender_address_floor,
    apartment: form.sender_address_apartment,
    neighborhood_name: form.sender_address_neighborhood_name,
    zip_code: form.sender_address_zip_code.toUpperCase(),
    city: form.sender_address_city,
    state: form.sender_address_state,
    other_info: form.sender_address_other_info,
  };
  const place = placeOf(address, await db.withoutClient((trx) => listedZipsOf(trx, [address])));
  if ('field' in place) {
    throw new Failure(422, messages.fields, [{ field: `sender_address_${place.field}`, message: place.message }]);
  }
  return { ...address, state: place.province.name };
}

function accountOf(form: Registration, address: NewAccount['address'], passwordHash: string): NewAccount {
  return {
    firstName: form.nombre,
    lastName: form.apellido,
    phone: form.telefono,
    email: form.email,
    username: form.username,
    passwordHash,
    razonSocial: form.razon_social,
    companyName: form.nombre_empresa || firstOf(form.razon_social, 60),
    cuit: cuitDigits(form.cuit) ?? form.cuit,
    address,
  };
}
