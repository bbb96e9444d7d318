import type { Deps } from '#server/deps.ts';
import type { Authenticate, Guard } from '#server/platform/http/caller.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';

/** Tells who calls, from the session's row. */
export function createAuthenticate(_deps: Deps): { authenticate: Authenticate; guard: Guard } {
  return {
    authenticate: async () => {
      throw new Failure(401, messages.unauthorized);
    },
    guard: () => {},
  };
}
