import type { Deps } from '#server/domain/deps.ts';
import type { QueueOwner } from '#server/platform/fair-concurrency-limit.ts';
import { refusedField } from '#server/platform/http/refused-field.ts';
import { hashPassword } from '#server/platform/passwords.ts';
import { COMMON_PASSWORD, PASSWORD_WITH_USERNAME } from '#shared/access.ts';
import { containsUsername } from '#shared/people/rules/common-passwords.ts';
import { isCommonPassword } from './common-passwords.ts';

/** A password that somebody chooses, and the field of the call that contains it. */
export interface ChosenPassword {
  field: 'password' | 'newPassword';
  password: string;
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
