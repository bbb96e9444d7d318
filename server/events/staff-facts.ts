import type { StaffRole } from '#shared/people/rules/staff-permissions.ts';
import type { Effects, Facts } from './fact.ts';

/** A person of the staff by id. */
interface Person {
  id: number;
}

/** A person of the staff who acts in a call without a session. */
interface ActingPerson extends Person {
  name: string;
}

/** A change of a person of the staff. */
interface StaffChange extends Person {
  /** Names of the fields that changed. */
  fields: readonly string[];
  /** The sent values. */
  values: { role?: StaffRole; suspended?: boolean };
}

/** Facts about the provider's staff: its members, their invitations, sessions, passwords and codes of recovery. */
export const STAFF_FACTS = {
  // Members
  'staff.invited': ({ id, role }: Person & { role: StaffRole }): Effects => ({
    audit: { target: id, details: { role } },
  }),
  'staff.invitation_resent': ({ id }: Person): Effects => ({ audit: { target: id } }),
  'staff.invitation_withdrawn': ({ id }: Person): Effects => ({ audit: { target: id } }),
  'staff.invitation_accepted': ({ id, name }: ActingPerson): Effects => ({
    audit: { target: id, actor: { kind: 'staff', id, name } },
  }),
  /** Role changed, suspended or readmitted. */
  'staff.changed': ({ id, fields, values }: StaffChange): Effects => ({
    audit: { target: id, fields, details: values },
  }),

  // Sessions
  /** A password opened a session, which may lack its second step. `ended` is the number of other sessions that it ended. */
  'staff.session_opened': ({ id, name, ended }: ActingPerson & { ended: number }): Effects => ({
    audit: {
      actor: { kind: 'staff', id, name },
      ...(ended > 0 && { details: { ended_sessions: ended } }),
    },
  }),
  /** A code or a passkey completed a session. `ended` is the number of other sessions that it ended. */
  'staff.session_completed': ({ ended }: { ended: number }): Effects => ({
    audit: { ...(ended > 0 && { details: { ended_sessions: ended } }) },
  }),
  /** A logout. */
  'staff.session_ended': ({ id, name }: ActingPerson): Effects => ({ audit: { actor: { kind: 'staff', id, name } } }),
  'staff.session_revoked': ({ sessionId }: { sessionId: number }): Effects => ({ audit: { target: sessionId } }),
  'staff.other_sessions_revoked': (): Effects => ({ audit: {} }),

  // Password
  /** A colleague or a key made the person's password worthless and sent a link to choose another one. */
  'staff.password_withdrawn': ({ id }: Person): Effects => ({ audit: { target: id } }),

  // Second factor
  /** A colleague or a key gave the person a code for one login. */
  'staff.recovery_code_given': ({ id }: Person): Effects => ({ audit: { target: id } }),
} satisfies Facts;
