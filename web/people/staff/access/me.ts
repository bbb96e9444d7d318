import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import type { StaffRole } from '#shared/people/rules/staff-permissions.ts';
import type { staffMe } from '#shared/people/staff-sessions.ts';

/** The person of a session, whether or not it is complete. */
export type Person = ReplyOf<typeof staffMe>['results'];

/** A person whose session is complete. */
export type Me = Person & { role: StaffRole };

/** Whether a session has its second step. */
export const isComplete = (person: Person): person is Me => person.second_factor === 'done';
