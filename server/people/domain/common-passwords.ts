import { PASSWORD_MIN } from '#shared/access.ts';
import { isCommonPassword as isOnShortList, plainPassword } from '#shared/people/rules/common-passwords.ts';
import { fold } from '#shared/rules/fold.ts';

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
