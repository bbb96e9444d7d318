import {
  type AnyEndpoint,
  BACKGROUND_HEADER,
  buildPath,
  type CallInput,
  type ReplyOf,
} from '#shared/kit/http/endpoint.ts';
import { messages } from '#shared/kit/messages.ts';
import { fileNameOf } from '#web/kit/lib/file-name.ts';
import { reportConnection } from '#web/kit/live/connection.ts';
import { ApiError, offlineError, readApiError } from './api-error.ts';
import { pageCredential } from './credential.ts';
import { queryString } from './query-string.ts';

export type CallOptions<E> = CallInput<E> & {
  signal?: AbortSignal | undefined;
  /** Sent as `Idempotency-Key` (readings S17). */
  idempotencyKey?: string;
  /** Sent instead of the credential's token: the logout call goes out after the session was cleared. */
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

/** A call of the contract with its input. */
export interface AnyCall {
  endpoint: AnyEndpoint;
  options: CallOptions<AnyEndpoint>;
}

const BASE = '/api';

function headersOf(endpoint: AnyEndpoint, options: CallOptions<AnyEndpoint>, token: string | undefined): Headers {
  const headers = new Headers({ accept: endpoint.produces });
  if (options.body !== undefined) headers.set('content-type', 'application/json');
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey);
  if (options.background) headers.set(BACKGROUND_HEADER, '1');
  return headers;
}

/** @throws {ApiError} for an error response and when no answer came */
async function send({ endpoint, options }: AnyCall, token: string | undefined): Promise<Response> {
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
  throw await readApiError(response, endpoint.access !== 'public' && pageCredential().isOpen());
}

/** Sends a call once the session may make it, and again each time the user has met a demand of the gateway. */
async function sendInSession(first: AnyCall): Promise<Response> {
  const credential = pageCredential();
  for (let call = first; ; ) {
    await credential.admit?.(call.endpoint);
    const token = call.options.token ?? credential.token();
    try {
      return await send(call, token);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const again = await credential.recover(error, call);
      if (!again) {
        credential.onError(error, token);
        throw error;
      }
      call = again;
    }
  }
}

function respond<E extends AnyEndpoint>(endpoint: E, options: CallOptions<E>): Promise<Response> {
  const call = { endpoint, options: options as CallOptions<AnyEndpoint> };
  return endpoint.access === 'public' ? send(call, options.token) : sendInSession(call);
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
  const response = await respond(endpoint, options);
  const reply = parseReply(await response.text(), response.status);
  return (await pageCredential().readReply(endpoint, reply)) as ReplyOf<E>;
}

function parseReply(text: string, status: number): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
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
  const response = await respond(endpoint, options);
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
  const { body } = await respond(endpoint, options);
  if (!body) throw offlineError();
  return body;
}
