import { activate } from '#shared/access.ts';
import { call } from '#web/lib/api.ts';

/** The result of an activation. */
export interface Activation {
  active: boolean;
  /** Token to choose a new password with; null when the current password stays valid. */
  resetToken: string | null;
  /** Null if the gateway doesn't tell it. */
  username: string | null;
}

const activations = new Map<string, Promise<Activation>>();

/**
 * Activates an account by the hash in its mail. The hash can be used once, so repeated calls share one request. The account
 * is active when the response has code 200 (D1 §4); a response without a code counts by its HTTP status.
 */
export function activateOnce(hash: string): Promise<Activation> {
  const pending = activations.get(hash);
  if (pending) return pending;
  const answer = call(activate, { body: { token: hash } }).then(
    ({ code, reset_token, username }): Activation => {
      const active = code === undefined || Number(code) === 200;
      return { active, resetToken: (active && reset_token) || null, username: (active && username) || null };
    },
    (): Activation => ({ active: false, resetToken: null, username: null }),
  );
  activations.set(hash, answer);
  return answer;
}
