import { messages } from '#shared/kit/messages.ts';
import { history } from '#web/kit/lib/history.ts';
import { paths } from '#web/paths.ts';
import { ApiError } from './api-error.ts';
import type { Credential } from './credential.ts';
import { currentSession, whenTermsAccepted } from './session-store.ts';
import { isForeign } from './settings.ts';
import { factorSetUp, stepUp } from './step-up.ts';

/** Navigation state of the logout screen after a 401 or a block: drafts are kept (readings S15). */
export interface LogoutState {
  forced: true;
  /** Why the provider blocked the user; absent after a 401. */
  reason?: string;
}

/** Demands of the gateway before a call, by error code. The terms are readings S5. */
const DEMANDS: Readonly<Record<string, () => Promise<boolean>>> = {
  factor_setup_required: factorSetUp.ask,
  terms_required: whenTermsAccepted,
  step_up_required: stepUp.ask,
};

/** The session of a sender's user. */
export const clientCredential: Credential = {
  token: () => currentSession()?.token,
  isOpen: () => true,
  async admit({ allowedBeforeTerms }) {
    if (allowedBeforeTerms || currentSession()?.termsAccepted !== false || (await whenTermsAccepted())) return;
    throw new ApiError({ status: 401, message: messages.unauthorized, sessionEnded: true });
  },
  async recover({ code = '' }, call) {
    return (await DEMANDS[code]?.()) ? call : null;
  },
  /** Ends the session on any 401 (D1 §8) and on a block, unless another session began after the call went out. */
  onError({ sessionEnded, code, message }, token) {
    if (!sessionEnded || currentSession()?.token !== token) return;
    const state: LogoutState = { forced: true, ...(code === 'blocked' && { reason: message }) };
    history.force(paths.logout, state);
  },
  /** Converts replies of a foreign gateway (readings R4), which may also be empty. */
  async readReply(endpoint, reply) {
    if (endpoint.portal || !(await isForeign())) return reply ?? {};
    const { normalizeForeignReply } = await import('#shared/kit/http/foreign-reply.ts');
    return normalizeForeignReply(endpoint, reply ?? {});
  },
};
