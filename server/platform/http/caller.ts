import type { FastifyRequest } from 'fastify';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import type { StaffPermission, UserRole } from '#shared/rules/permissions.ts';

/** The authenticated user of a call, read from the session's row, never from claims, paths or bodies. */
export interface Caller {
  clientId: number;
  userId: number;
  sessionId: string;
  username: string;
  role: UserRole;
  prepago: boolean;
  logistica_inversa: boolean;
  fulfillment: boolean;
  /** Whether the newest terms are accepted (readings S5). */
  termsAccepted: boolean;
}

/** The operator key that authenticates a call of the operator API. */
export interface Operator {
  keyId: number;
  name: string;
  /** Permissions that the key is limited to; null for all. */
  scopes: StaffPermission[] | null;
  /** Whether the key is limited to networks or a last day. */
  restricted: boolean;
}

/** Authenticates a call. Throws a Failure 401 for a missing, invalid, expired or revoked token. */
export type Authenticate<C = Caller> = (request: FastifyRequest, endpoint: AnyEndpoint) => Promise<C>;

/** Authorizes an authenticated caller for an endpoint. Throws a Failure 403 when the call isn't allowed. */
export type Guard<C = Caller> = (caller: C, endpoint: AnyEndpoint) => void;
