import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import type { AnyCall } from './api.ts';
import type { ApiError } from './api-error.ts';

/** The session by which a page makes calls: of a sender's user in the portal, of a member of the staff in the console. */
export interface Credential {
  /** Returns the token that calls send; undefined without one, or if a cookie identifies the caller. */
  token(): string | undefined;
  /** Whether a session is open. A 401 and a block end it, and show no message of their own then. */
  isOpen(): boolean;
  /** Waits until the session may make a call. @throws {ApiError} if the session ends first */
  admit?(endpoint: AnyEndpoint): Promise<void>;
  /**
   * Asks the user for what the gateway demands before a call: a code, the terms, a confirmation.
   *
   * @returns the call to send again; null if the error is another one, or the user declined
   */
  recover(error: ApiError, call: AnyCall): Promise<AnyCall | null>;
  /** Called when a call has failed. @param token the token that the call sent */
  onError(error: ApiError, token: string | undefined): void;
  /** Returns a reply in the contract's shape. @param reply null for an empty one @throws {ApiError} if it has none */
  readReply(endpoint: AnyEndpoint, reply: unknown): unknown;
}

let current: Credential;

/** Sets the credential of the page's calls. Each entry of the build does so before its first call. */
export const setCredential = (credential: Credential): void => {
  current = credential;
};

/** Returns the credential of the page's calls. */
export const pageCredential = (): Credential => current;
