import type { FastifyRequest } from 'fastify';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';

/** Who makes a call: read from the session's row, never from claims, paths or bodies. */
export interface Caller {
  clientId: number;
  userId: number;
  sessionId: string;
  username: string;
  prepago: boolean;
  logistica_inversa: boolean;
  fulfillment: boolean;
  /** Whether the newest terms are accepted (readings S5). */
  termsAccepted: boolean;
}

/** Who calls the provider's entry: the key that was sent. */
export interface Operator {
  keyId: number;
  name: string;
}

/** Says who makes a call. Throws a Failure 401 for a missing, false, expired or revoked token. */
export type Authenticate<C = Caller> = (request: FastifyRequest, endpoint: AnyEndpoint) => Promise<C>;

/** What a call that needs a login is refused with, once the caller is known: null when it may go on. */
export type Guard<C = Caller> = (caller: C, endpoint: AnyEndpoint) => void;
