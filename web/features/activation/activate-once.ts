import { activate } from '#shared/access.ts';
import { call } from '#web/lib/api.ts';

/** How an activation ended. */
export interface Activation {
  active: boolean;
  /** Token of the reset by which the owner chooses a password; null when the account has one of theirs. */
  resetToken: string | null;
}

const asked = new Map<string, Promise<Activation>>();

/**
 * Activates an account by the hash of its mail, once however often the screen asks: the hash is good for one use. It is
 * active when the answer's code is 200 (D1 §4); an answer without a code counts by its HTTP status.
 */
export function activateOnce(hash: string): Promise<Activation> {
  const known = asked.get(hash);
  if (known) return known;
  const answer = call(activate, { body: { token: hash } }).then(
    ({ code, reset_token }): Activation => {
      const active = code === undefined || Number(code) === 200;
      return { active, resetToken: (active && reset_token) || null };
    },
    (): Activation => ({ active: false, resetToken: null }),
  );
  asked.set(hash, answer);
  return answer;
}
