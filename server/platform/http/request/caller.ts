import type { FastifyRequest } from 'fastify';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import type { Approval } from '#shared/people/rules/approval.ts';
import type { UserRole } from '#shared/people/rules/permissions.ts';
import type { StaffPermission, StaffRole } from '#shared/people/rules/staff-permissions.ts';

/** The authenticated user of a call, read from the session's row, never from claims, paths or bodies. */
export interface Caller extends Approval {
  clientId: number;
  userId: number;
  sessionId: string;
  username: string;
  /** Name that the warehouse knows the company by: its first user's (readings C54). */
  logonName: string;
  role: UserRole;
  prepago: boolean;
  logistica_inversa: boolean;
  fulfillment: boolean;
  /** Whether the terms that bind are accepted (readings S5). */
  termsAccepted: boolean;
  /** From when terms bind that are published but not accepted (readings C56); null without such terms. */
  termsBindFrom: Date | null;
  /** Reason of the provider's block of the client or the user; null if neither is blocked. */
  blockedReason: string | null;
  hasFactor: boolean;
  /** Whether the session has its second step. */
  factorGiven: boolean;
  /** From when the company requires a second factor; null if it doesn't. */
  factorRequiredFrom: Date | null;
  /** Whether the company requires a second factor by now, and the user has none. */
  setUpDue: boolean;
  /** When a code of the second factor was last given in the session; null if never. */
  codeAt: Date | null;
}

/** Who makes a call of the provider's API, for logs and the audit trail. */
export interface ProviderActor<K extends 'key' | 'staff' = 'key' | 'staff'> {
  kind: K;
  id: number;
  /** Name of the key or the person at the time of the call. */
  name: string;
}

/** Names who made a call in a line of the log, without personal data: `key 1`, `staff 1`. */
export const actorInLog = ({ actor }: { actor: ProviderActor }): string => `${actor.kind} ${actor.id}`;

/** The provider key that authenticates a call of the provider's API. */
export interface KeyCaller {
  actor: ProviderActor<'key'>;
  /** Permissions that the key is limited to; null for all. */
  scopes: StaffPermission[] | null;
  /** Whether the key is limited to networks or a last day. */
  restricted: boolean;
}

/** The member of the staff whose session authenticates a call. */
export interface StaffCaller {
  actor: ProviderActor<'staff'>;
  sessionId: number;
  kind: 'browser' | 'terminal';
  email: string;
  role: StaffRole;
  suspended: boolean;
  /** Whether the session has its second step. */
  factorGiven: boolean;
  /** Whether the second step was given within the last ten minutes. */
  codeRecent: boolean;
  /** Whether an authenticator app is set up. */
  hasFactor: boolean;
  hasPasskey: boolean;
}

/** Caller of the provider's API: a system with a key, or a member of the staff. */
export type ProviderCaller = KeyCaller | StaffCaller;

/** Authenticates a call. Throws a Failure 401 for a missing, invalid, expired or revoked token. */
export type Authenticate<C = Caller> = (request: FastifyRequest, endpoint: AnyEndpoint) => Promise<C>;

/** Authorizes an authenticated caller for an endpoint. Throws a Failure 403 when the call isn't allowed. */
export type Guard<C = Caller> = (caller: C, endpoint: AnyEndpoint) => void;
