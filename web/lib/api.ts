import { type AnyEndpoint, BACKGROUND_HEADER, buildPath, type CallInput, type ReplyOf } from '#shared/http/endpoint.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#web/paths.ts';
import { ApiError, offlineError, readApiError } from './api-error.ts';
import { reportConnection } from './connection.ts';
import { fileNameOf } from './file-name.ts';
import { history } from './history.ts';
import { queryString } from './query-string.ts';
import { currentSession, whenTermsAccepted } from './session-store.ts';
import { factorSetUp, stepUp } from './step-up.ts';

export type CallOptions<E> = CallInput<E> & {
  signal?: AbortSignal | undefined;
  /** Sent as `Idempotency-Key` (readings S17). */
  idempotencyKey?: string;
  /** Sent instead of the session's token: the logout call goes out after the session was cleared. */
  token?: string;
  /** True for calls that no user action caused: they don't count as activity of the session. */
  background?: boolean;
  /** Sent instead of a JSON body: a form with a file. */
  form?: FormData;
  /** Replaces `fetch`, to follow upload progress. */
  transport?: Transport;
};

/** Sends a request and returns its response, as `fetch` does. */
export type Transport = (url: string, request: TransportRequest) => Promise<Response>;

export interface TransportRequest {
  method: string;
  headers: Headers;
  body: string | FormData | null;
  signal: AbortSignal | null;
  keepalive: boolean;
}

/** Called with the number of bytes received so far. */
export type OnBytes = (received: number) => void;

/** Navigation state of the logout screen after a 401 or a block: drafts are kept (readings S15). */
export interface LogoutState {
  forced: true;
  /** Why the provider blocked the user; absent after a 401. */
  reason?: string;
}

const BASE = '/api';

let isForeign: Promise<boolean> = Promise.resolve(false);

/** Sets whether a foreign gateway answers, once that is known: its replies are converted to the contract's shape (readings R4). */
export function awaitForeign(foreign: Promise<boolean>): void {
  isForeign = foreign;
}

function headersOf(endpoint: AnyEndpoint, options: CallOptions<AnyEndpoint>, token: string | undefined): Headers {
  const headers = new Headers({ accept: endpoint.produces });
  if (options.body !== undefined) headers.set('content-type', 'application/json');
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey);
  if (options.background) headers.set(BACKGROUND_HEADER, '1');
  return headers;
}

async function send(endpoint: AnyEndpoint, options: CallOptions<AnyEndpoint>): Promise<Response> {
  const token = options.token ?? (endpoint.access === 'public' ? undefined : currentSession()?.token);
  const url = BASE + buildPath(endpoint, options.params as Record<string, string>) + queryString(options.query);
  let response: Response;
  try {
    response = await (options.transport ?? fetch)(url, {
      method: endpoint.method,
      headers: headersOf(endpoint, options, token),
      body: options.body === undefined ? (options.form ?? null) : JSON.stringify(options.body),
      signal: options.signal ?? null,
      // The logout call must survive the page that sends it.
      keepalive: options.token !== undefined,
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    reportConnection(false);
    throw offlineError();
  }
  reportConnection(true);
  if (response.ok) return response;
  const error = await readApiError(response, endpoint.access !== 'public');
  if (error.sessionEnded) forceLogout(token, error);
  throw error;
}

/** Ends the session on any 401 (D1 §8) and on a block, unless another session began after the call went out. */
function forceLogout(token: string | undefined, { code, message }: ApiError): void {
  if (currentSession()?.token !== token) return;
  const state: LogoutState = { forced: true, ...(code === 'blocked' && { reason: message }) };
  history.force(paths.logout, state);
}

/**
 * Sends a call after the terms are accepted, if they are due; sends it again after a `terms_required` (readings S5), after the user
 * has set up a required second factor, and after the user answers a question for a code.
 */
async function sendAfterTerms(endpoint: AnyEndpoint, options: CallOptions<AnyEndpoint>): Promise<Response> {
  const needsTerms = endpoint.access !== 'public' && !endpoint.allowedBeforeTerms;
  if (needsTerms && currentSession()?.termsAccepted === false && !(await whenTermsAccepted())) {
    throw new ApiError({ status: 401, message: messages.unauthorized, sessionEnded: true });
  }
  try {
    return await send(endpoint, options);
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined;
    // Further refusals may follow.
    if (code === 'factor_setup_required' && (await factorSetUp.ask())) return sendAfterTerms(endpoint, options);
    if (code === 'terms_required' && (await whenTermsAccepted())) return send(endpoint, options);
    if (code === 'step_up_required' && (await stepUp.ask())) return send(endpoint, options);
    throw error;
  }
}

/**
 * Calls an endpoint of the contract.
 *
 * The reply has the contract's type but isn't validated: a foreign gateway may omit keys besides lists' results, and screens accept
 * null instead (readings R4).
 *
 * @throws {ApiError} for every error response and when no answer came; the signal's reason when it was aborted
 */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  options: CallOptions<E> = {} as CallOptions<E>,
): Promise<ReplyOf<E>> {
  const response = await sendAfterTerms(endpoint, options as CallOptions<AnyEndpoint>);
  const reply = parseReply(await response.text(), response.status);
  if (endpoint.portal || !(await isForeign)) return reply as ReplyOf<E>;
  const { normalizeForeignReply } = await import('#shared/http/foreign-reply.ts');
  return normalizeForeignReply(endpoint, reply);
}

function parseReply(text: string, status: number): unknown {
  try {
    return text === '' ? {} : (JSON.parse(text) ?? {});
  } catch {
    // A proxy's page instead of a reply.
    throw new ApiError({ status, message: messages.unavailable });
  }
}

/** A downloaded file and its name from the gateway. */
export interface DownloadedFile {
  blob: Blob;
  name: string;
}

/**
 * Calls an endpoint whose reply is a file.
 *
 * @throws {ApiError} as `call` does
 */
export async function download<E extends AnyEndpoint>(
  endpoint: E,
  options: CallOptions<E> & { onBytes?: OnBytes | undefined } = {} as CallOptions<E>,
): Promise<DownloadedFile> {
  const response = await sendAfterTerms(endpoint, options as CallOptions<AnyEndpoint>);
  const name = fileNameOf(response.headers.get('content-disposition'));
  const { onBytes } = options;
  const blob = await (onBytes ? countBytes(response, onBytes) : response).blob();
  return { blob, name: name ?? endpoint.path.split('/').at(-1) ?? 'archivo' };
}

/** Returns the response with a stream that reports the bytes received so far. */
function countBytes(response: Response, onBytes: OnBytes): Response {
  let received = 0;
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      received += chunk.byteLength;
      onBytes(received);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(counting) ?? null, response);
}

/**
 * Calls an endpoint with a streamed reply and returns the stream; the signal ends it.
 *
 * @throws {ApiError} as `call` does
 */
export async function openStream<E extends AnyEndpoint>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const { body } = await sendAfterTerms(endpoint, options as CallOptions<AnyEndpoint>);
  if (!body) throw offlineError();
  return body;
}
