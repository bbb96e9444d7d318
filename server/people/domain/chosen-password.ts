import type { Deps } from '#server/integrations/deps.ts';
import type { QueueOwner } from '#server/platform/concurrency/fair-concurrency-limit.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { hashPassword } from '#server/platform/secrets/passwords.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { COMMON_PASSWORD, PASSWORD_MIN, PASSWORD_WITH_USERNAME } from '#shared/people/access.ts';
import {
  containsUsername,
  isCommonPassword as isOnShortList,
  plainPassword,
} from '#shared/people/rules/common-passwords.ts';

/** A password that somebody chooses, and the field of the call that contains it. */
export interface ChosenPassword {
  field: 'password' | 'newPassword';
  password: string;
}

/** How many passwords of the package's list are refused. The list is sorted by frequency. */
const LIST_LENGTH = 10_000;

let list: Promise<ReadonlySet<string>> | null = null;

/** Loads the list at its first use: only nodes that accept a password need it. */
async function loadList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const passwords = dictionary['passwords-common'].filter((password) => password.length >= PASSWORD_MIN);
  return new Set(passwords.slice(0, LIST_LENGTH).map(fold));
}

/**
 * Whether a password is one of the 10,000 most common ones that are long enough to be a client's, or of the short list for
 * Argentina. Ignores case, accents, full width and invisible characters.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  if (isOnShortList(password)) return true;
  list ??= loadList();
  return (await list).has(plainPassword(password));
}

/** @throws Failure 422 on the password's field for a very common password */
async function assertUncommon({ field, password }: ChosenPassword): Promise<void> {
  if (await isCommonPassword(password)) throw refusedField(field, COMMON_PASSWORD);
}

/** Refuses a password of a client's user that contains the user's name (readings C58). @throws Failure 422 on the password's field */
export function assertWithoutUsername(
  { config }: Pick<Deps, 'config'>,
  { field, password }: ChosenPassword,
  username: string,
): void {
  if (!config.STRICT_CONTRACT && containsUsername(password, username))
    throw refusedField(field, PASSWORD_WITH_USERNAME);
}

/**
 * Hashes a password that a client's user chooses. With STRICT_CONTRACT, accepts every password (readings C58).
 *
 * @throws Failure 422 on the password's field for a very common password; 503 when too many passwords are being hashed
 */
export async function hashChosenPassword(
  { config }: Pick<Deps, 'config'>,
  chosen: ChosenPassword,
  owner: QueueOwner,
): Promise<string> {
  if (!config.STRICT_CONTRACT) await assertUncommon(chosen);
  return hashPassword(chosen.password, owner);
}

/**
 * Hashes a password that a member of the staff chooses.
 *
 * @throws Failure 422 on the password's field for a very common password; 503 when too many passwords are being hashed
 */
export async function hashStaffPassword(chosen: ChosenPassword, owner: QueueOwner): Promise<string> {
  await assertUncommon(chosen);
  return hashPassword(chosen.password, owner);
}
