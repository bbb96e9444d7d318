import * as z from 'zod/mini';
import { choice, email, flag } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { smallId } from '#shared/kit/small-id.ts';
import { alternatives } from '#shared/kit/text/format.ts';
import { INVITATION_MAIL_STATES } from './rules/invitation-mail.ts';
import { STAFF_ROLE_NAMES, STAFF_ROLES } from './rules/staff-permissions.ts';

const message = z.object({ message: z.string() });

const withActiveKeys = z.object({
  message: z.string(),
  /** Names of the keys that the person created and that stay valid; none for a caller who can't read keys. */
  results: z.object({ active_keys: z.array(z.string()) }),
});

/** State of a member of the staff. The first three are those of an invitation that wasn't accepted. */
const STAFF_STATES = ['invited', 'expired', 'withdrawn', 'active', 'suspended'] as const;

export type StaffState = (typeof STAFF_STATES)[number];

const staffMember = z.object({
  id: z.number(),
  email: z.string(),
  /** '' until the invitation is accepted. */
  name: z.string(),
  role: z.enum(STAFF_ROLES),
  state: z.enum(STAFF_STATES),
  second_factor: z.boolean(),
  /** ISO 8601, −03:00. */
  created_at: z.string(),
  /** End of the open invitation; null without one. */
  invitation_expires_at: z.nullable(z.string()),
  /** The mail of the open invitation; null without one, and for one from before mails were followed. */
  invitation_mail: z.nullable(
    z.object({
      state: z.enum(INVITATION_MAIL_STATES),
      /** Why the last attempt failed, in Spanish. A mail that waits is tried again. */
      problem: z.nullable(z.string()),
      sent_at: z.nullable(z.string()),
    }),
  ),
  /** Last use of any session, to the minute; null if there was none. */
  last_seen_at: z.nullable(z.string()),
  /** Whether the caller is this person. */
  current: z.boolean(),
});

export type StaffMember = z.output<typeof staffMember>;

const role = choice(
  STAFF_ROLES,
  'Elegí un rol',
  `Los roles son ${alternatives(STAFF_ROLES.map((one) => STAFF_ROLE_NAMES[one]))}`,
);

export const staffInvitationForm = z.object({ email: email({ required: 'Escribí el email' }), role });

export const listStaff = endpoint('GET /ops/v1/staff/', {
  access: 'provider',
  needs: 'staff',
  summary: 'Lists the staff by name, with invitations that weren’t accepted.',
  reply: z.object({ results: z.array(staffMember) }),
});

export const inviteStaff = endpoint('POST /ops/v1/staff/', {
  access: 'provider',
  needs: 'staff',
  audit: 'ops.staff.invite',
  stepUp: 'factor',
  summary:
    'Invites a person by e-mail; the link is valid once, for 72 hours. A key can’t give a role that has permissions which the key lacks.',
  body: staffInvitationForm,
  reply: z.object({ message: z.string(), results: z.object({ id: z.number() }) }),
});

const staffPath = z.object({ id: smallId });

export const resendStaffInvitation = endpoint('POST /ops/v1/staff/:id/resend', {
  access: 'provider',
  needs: 'staff',
  audit: 'ops.staff.resend',
  stepUp: 'factor',
  summary: 'Sends a new invitation, which replaces the earlier one.',
  params: staffPath,
  reply: message,
  errorStatuses: [409],
});

export const withdrawStaffInvitation = endpoint('POST /ops/v1/staff/:id/withdraw', {
  access: 'provider',
  needs: 'staff',
  audit: 'ops.staff.withdraw',
  summary: 'Withdraws an invitation: its link stops working at once.',
  params: staffPath,
  reply: message,
  errorStatuses: [409],
});

export const changeStaff = endpoint('PUT /ops/v1/staff/:id', {
  access: 'provider',
  needs: 'staff',
  audit: 'ops.staff.change',
  stepUp: 'factor',
  summary:
    'Changes a person’s role, or suspends or readmits the person. A suspension ends the sessions at once, and open invitations that the person can’t send any more are withdrawn. Answers the active keys that the person created. An active administrator always remains.',
  params: staffPath,
  body: z.object({
    role: z.optional(role),
    suspended: flag(null),
  }),
  reply: withActiveKeys,
  errorStatuses: [409],
});

export const giveStaffRecoveryCode = endpoint('POST /ops/v1/staff/:id/recovery_code', {
  access: 'provider',
  needs: 'staff',
  audit: 'ops.staff.recovery_code',
  stepUp: 'factor',
  summary:
    'Returns a code by which a person who lost the phone gives the second step, once, within ten minutes. The person and all administrators get a mail.',
  params: staffPath,
  reply: z.object({ message: z.string(), results: z.object({ code: z.string() }) }),
});

export const withdrawStaffPassword = endpoint('POST /ops/v1/staff/:id/reset_password', {
  access: 'provider',
  needs: 'staff',
  audit: 'ops.staff.reset_password',
  stepUp: 'factor',
  summary:
    'Makes a person’s password worthless, ends the sessions, and mails a link to choose another one without a code of the second factor, valid once, for 72 hours. Refused for the caller, and for somebody who hasn’t accepted the invitation or is suspended. Answers the active keys that the person created.',
  params: staffPath,
  reply: withActiveKeys,
  errorStatuses: [409],
});
