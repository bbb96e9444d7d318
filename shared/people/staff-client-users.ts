import * as z from 'zod/mini';
import { rowId } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { registrationSteps } from './registration.ts';
import { USER_ROLES } from './rules/permissions.ts';
import { blockForm } from './staff-clients.ts';

/** A user of a client, as the provider sees the user. */
const staffClientUser = z.object({
  id: z.number(),
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.string(),
  role: z.enum(USER_ROLES),
  /** ISO 8601, −03:00; null until the account is activated. */
  activated_at: z.nullable(z.string()),
  /** Whether the company suspended the user. */
  suspended: z.boolean(),
  /** Null unless the provider blocked the user. */
  blocked_at: z.nullable(z.string()),
  blocked_reason: z.nullable(z.string()),
  /** Number of open sessions. */
  sessions: z.number(),
  /** Last use of a session; null without a session of the last days. */
  last_seen_at: z.nullable(z.string()),
});

export type StaffClientUser = z.output<typeof staffClientUser>;

const userPath = z.object({ clientId: rowId, id: rowId });
const changed = z.object({ message: z.string(), results: staffClientUser });

export const listClientUsers = endpoint('GET /ops/v1/client/:clientId/user/', {
  access: 'provider',
  needs: 'read',
  shows: ['user', 'text'],
  summary: 'Lists the users of a client, first the one who registered it.',
  params: z.object({ clientId: rowId }),
  reply: z.object({ results: z.array(staffClientUser) }),
});

export const blockUser = endpoint('POST /ops/v1/client/:clientId/user/:id/block', {
  access: 'provider',
  needs: 'clients',
  audit: 'ops.user.block',
  shows: ['user', 'text'],
  summary: 'Blocks a user of a client from the user’s next call. The user reads the reason.',
  params: userPath,
  body: blockForm,
  reply: changed,
});

export const unblockUser = endpoint('POST /ops/v1/client/:clientId/user/:id/unblock', {
  access: 'provider',
  needs: 'clients',
  audit: 'ops.user.unblock',
  shows: ['user'],
  summary: 'Ends the block of a user, who has to log in again.',
  params: userPath,
  reply: changed,
});

export const endUserSessions = endpoint('POST /ops/v1/client/:clientId/user/:id/end_sessions', {
  access: 'provider',
  needs: 'clients',
  audit: 'ops.user.end_sessions',
  shows: ['user'],
  summary: 'Ends the sessions of a user.',
  params: userPath,
  reply: changed,
});

export const sendUserActivation = endpoint('POST /ops/v1/client/:clientId/user/:id/send_activation', {
  access: 'provider',
  needs: 'clients',
  audit: 'ops.user.activation_mail',
  shows: ['user'],
  summary: 'Sends the activation mail of a user again.',
  params: userPath,
  reply: changed,
  errorStatuses: [409],
});

const { nombre, apellido, telefono, email } = registrationSteps.contact.shape;

export const correctUser = endpoint('PUT /ops/v1/client/:clientId/user/:id', {
  access: 'provider',
  needs: 'clients',
  audit: 'ops.user.correct',
  shows: ['user'],
  stepUp: 'factor',
  summary:
    'Corrects data of a user; omitted fields keep their values. Only people change the e-mail, no keys. The change is mailed to both addresses, invalidates the links in earlier mails and stops an open recovery of the second factor; for seven days none can be requested. The new address of an active user can reset the password a day later; the former one can stop that for seven days.',
  params: userPath,
  body: z.object({
    email: z.optional(email),
    first_name: z.optional(nombre),
    last_name: z.optional(apellido),
    phone: z.optional(telefono),
  }),
  reply: changed,
});
