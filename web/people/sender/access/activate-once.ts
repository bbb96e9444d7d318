import { messages } from '#shared/kit/messages.ts';
import { activate } from '#shared/people/access.ts';
import { call } from '#web/kit/call/api.ts';
import { ApiError, asApiError } from '#web/kit/call/api-error.ts';

/** The result of an activation. */
export interface Activation {
  active: boolean;
  /** Why it isn't known whether the link is valid: the gateway didn't decide. The call can be repeated. Null otherwise. */
  unavailable: string | null;
  /** Token to choose a new password with; null when the current password stays valid. */
  resetToken: string | null;
  /** Null if the gateway doesn't tell it. */
  username: string | null;
}

const activations = new Map<string, Promise<Activation>>();

const failed = { active: false, unavailable: null, resetToken: null, username: null };

/**
 * Activates an account by the hash in its mail. The hash can be used once, so repeated calls share one request, unless the gateway was
 * unavailable. The account is active when the response has code 200 (D1 §4); a response without a code counts by its HTTP status.
 */
export function activateOnce(hash: string): Promise<Activation> {
  const pending = activations.get(hash);
  if (pending) return pending;
  const answer = sendHash(hash).catch((error: unknown): Activation => {
    const { temporary, message } = asApiError(error);
    if (!temporary) return failed;
    activations.delete(hash);
    return { ...failed, unavailable: message };
  });
  activations.set(hash, answer);
  return answer;
}

async function sendHash(hash: string): Promise<Activation> {
  const { code, reset_token, username } = await call(activate, { body: { token: hash } });
  const status = Number(code ?? 200);
  if (status >= 500) throw new ApiError({ status, message: messages.unavailable });
  const active = status === 200;
  return { ...failed, active, resetToken: (active && reset_token) || null, username: (active && username) || null };
}
