import * as z from 'zod/mini';
import { rowId } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';

// Recovery of a company's only owner who lost the phone and the backup codes. Only people of the staff make these calls, no keys.

const params = z.object({ clientId: rowId, id: rowId });
const message = z.object({ message: z.string() });

export const requestFactorRecovery = endpoint('POST /ops/v1/client/:clientId/user/:id/factor_recovery', {
  access: 'provider',
  needs: 'clients',
  audit: 'ops.user.recovery_request',
  stepUp: 'factor',
  summary:
    'Requests a recovery for a company’s only owner. Another person has to approve it. The owner gets a mail with a link that stops it. Refused for seven days after a correction of the owner’s e-mail.',
  params,
  reply: message,
  errorStatuses: [409],
});

export const approveFactorRecovery = endpoint('POST /ops/v1/client/:clientId/user/:id/factor_recovery/approve', {
  access: 'provider',
  needs: 'clients',
  audit: 'ops.user.recovery_approve',
  stepUp: 'factor',
  summary: 'Approves a recovery that another person requested. Its code can be given 24 hours later.',
  params,
  reply: message,
  errorStatuses: [409],
});

export const giveFactorRecoveryCode = endpoint('POST /ops/v1/client/:clientId/user/:id/factor_recovery/code', {
  access: 'provider',
  needs: 'clients',
  audit: 'ops.user.recovery_code',
  stepUp: 'factor',
  summary:
    'Returns the code of an approved recovery, by which the owner gives the second step, once, within ten minutes. It ends the recovery.',
  params,
  reply: z.object({ message: z.string(), results: z.object({ code: z.string() }) }),
  errorStatuses: [409],
});
