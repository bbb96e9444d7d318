import * as z from 'zod/mini';
import { endpoint } from '#shared/kit/http/endpoint.ts';

// A company's requirement of a second factor, all of it additions.

const message = z.object({ message: z.string() });

export const requireFactor = endpoint('POST /v1/client/factor/require', {
  access: 'client',
  needs: 'people',
  audit: 'user.require_factor',
  addition: true,
  allowedBeforeApproval: true,
  stepUp: 'factor',
  summary:
    'Requires a second factor of all users of the company, from seven days later. From then on, the session of a user without one only permits to set it up (`factor_setup_required`). The caller needs a second factor. Mails inform users without one. The requirement changes at most 6 times an hour.',
  reply: message,
});

export const releaseFactor = endpoint('POST /v1/client/factor/release', {
  access: 'client',
  needs: 'people',
  audit: 'user.release_factor',
  addition: true,
  allowedBeforeApproval: true,
  stepUp: 'factor',
  summary:
    'Ends the requirement of a second factor. The caller needs a second factor. A mail informs the owners. The requirement changes at most 6 times an hour.',
  reply: message,
});
