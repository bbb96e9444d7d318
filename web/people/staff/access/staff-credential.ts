import { messages } from '#shared/kit/messages.ts';
import { currentStaff } from '#shared/people/staff-sessions.ts';
import { askPriceChange, declinedError } from '#web/console/kit/price-confirmation.tsx';
import { ApiError } from '#web/kit/call/api-error.ts';
import type { Credential } from '#web/kit/call/credential.ts';
import { cachedReply, invalidateApiQueries } from '#web/kit/call/queries.ts';
import { stepUp } from '#web/kit/call/step-up.ts';

/** The session of a member of the staff, by its cookie. The session of a sender in the same browser isn't used. */
export const staffCredential: Credential = {
  token: () => undefined,
  isOpen: () => cachedReply(currentStaff, {})?.results?.second_factor === 'done',
  async recover({ code, message }, call) {
    if (code === 'step_up_required') return (await stepUp.ask()) ? call : null;
    if (code !== 'price_confirmation_required') return null;
    if (!(await askPriceChange(message))) throw declinedError();
    const body = { ...(call.options.body as object), confirm_prices: true } as never;
    return { ...call, options: { ...call.options, body } };
  },
  /** Reads the person again: the session may have ended, or the role may have changed. */
  onError({ status }) {
    if (status === 401 || status === 403) void invalidateApiQueries(currentStaff);
  },
  readReply(_, reply) {
    if (reply === null) throw new ApiError({ status: 502, message: messages.unavailable });
    return reply;
  },
};
