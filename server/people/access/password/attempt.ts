import type { Deps } from '#server/integrations/deps.ts';
import { enqueueAccessMail } from '#server/people/access/access-mails.ts';
import { findRefusedRegistration } from '#server/people/access/registration/refused-registration.store.ts';
import { readUser, type User } from '#server/people/access/user.store.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';
import { accountOf, userPrincipal } from '#server/platform/secrets/principal.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { comparePassword } from './limited-attempt.ts';

/** A password attempt without a session: a login, or a registration with a taken name. */
export interface PasswordAttempt {
  /** Account with the name; null if there is none. */
  account: UserKey | null;
  username: string;
  password: string;
  /** Network that the attempt comes from. */
  network: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Additional condition on the account; a user that fails it counts as a wrong password. */
  accepts?: (user: User) => boolean;
}

/**
 * Compares the password of a client's user, like `comparePassword`. For the name and password of a refused registration, returns a
 * user who isn't activated. An unknown name takes as long as a known one.
 */
export async function attemptPassword(deps: Deps, attempt: PasswordAttempt): Promise<User | null> {
  const { account, username, password, network, signal, accepts = () => true } = attempt;
  return comparePassword<User>(deps, {
    account: accountKey(attempt),
    password,
    network,
    signal,
    async read() {
      const user = account
        ? await deps.db.withClient(account.clientId, (trx) => readUser(trx, account))
        : await deps.db.withoutClient((trx) => findRefusedRegistration(trx, username));
      return user && { user, hash: !user.removedAt && accepts(user) ? user.passwordHash : null };
    },
    alert: (trx) => enqueueAccessMail(deps, trx, 'guessed', account),
  });
}

/** Returns the rate limit key of an account, independent of the spelling of its name ('ana' and 'Aná' are one name). */
export function accountKey({ account, username }: Pick<PasswordAttempt, 'account' | 'username'>): string {
  return account ? accountOf(userPrincipal(account)) : `name ${fold(username)}`;
}
