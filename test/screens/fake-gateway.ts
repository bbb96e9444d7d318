import * as z from 'zod/mini';
import { createQueryReader, parseQuery } from '#server/platform/http/request/read-query.ts';
import { contract } from '#shared/contract.ts';
import type { AnyEndpoint, Endpoint, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { messages } from '#shared/kit/messages.ts';
import { portalSettings } from '#shared/kit/settings.ts';
import { staffContract } from '#shared/staff-contract.ts';
import { type JsonSchema, sampleFromSchema } from './sample-from-schema.ts';

/** Default responses of calls without a `Reply`: sample rows, empty lists, errors, or none. */
export type Answers = 'filled' | 'empty' | 'failed' | 'never';

/** A request as the gateway received it. */
export interface ReceivedRequest {
  endpoint: AnyEndpoint;
  /** URL with path and query, `/api/v1/client/order/?page=1`. */
  url: URL;
  query: Record<string, string>;
  headers: Headers;
  /** The parsed JSON body, the form of an upload, or null. */
  body: unknown;
}

/** The response to one call, in place of the sample. */
export interface Reply {
  endpoint: AnyEndpoint;
  respond: (request: ReceivedRequest) => Response | Promise<Response>;
}

const ROWS = { filled: 3, empty: 0 };

const patternOf = ({ path }: AnyEndpoint) => new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}/?$`);

// Paths without parameters first, because `/order/:id` would match `/order/new`.
const calls = Object.values({ ...contract, ...staffContract })
  .toSorted((a, b) => a.path.split(':').length - b.path.split(':').length)
  .map((endpoint) => ({ endpoint, pattern: patternOf(endpoint), readQuery: createQueryReader(endpoint, false) }));

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

type PortalSettings = ReplyOf<typeof portalSettings>;

/** Responses of the portal's own server, independent of the gateway. */
const SETTINGS: PortalSettings = {
  brand: 'Remito',
  brand_logo: '',
  support: 'soporte@example.com',
  tracking_url: '/seguimiento/{id}',
  states_token: '',
  payment_hosts: [],
  bulk_max_rows: 50_000,
  bulk_max_bytes: 20_000_000,
  demo: false,
  public_demo: false,
  strict: false,
  foreign: false,
  user_call: true,
};

/** Builds a new sample reply from the call's schema. The caller may modify it. */
export function sampleReply<E extends AnyEndpoint>(endpoint: E, rows = ROWS.filled): ReplyOf<E> {
  if (!endpoint.reply) throw new Error(`${endpoint.path} has no JSON reply`);
  const schema = z.toJSONSchema(endpoint.reply, { unrepresentable: 'any' }) as JsonSchema;
  return sampleFromSchema(schema, rows) as ReplyOf<E>;
}

/** Responds to a call with this body, or with the result of `body` for each request. */
export function reply<R>(
  endpoint: Endpoint<unknown, unknown, unknown, R> & AnyEndpoint,
  body: ReplyOf<Endpoint<unknown, unknown, unknown, R>> | ((request: ReceivedRequest) => unknown),
): Reply {
  return {
    endpoint,
    respond: (request) => json(typeof body === 'function' ? (body as (of: ReceivedRequest) => unknown)(request) : body),
  };
}

/** Builds a refusal like the gateway's, with a message and errors of fields. */
export function refuse(
  endpoint: AnyEndpoint,
  status: number,
  message: string,
  errors: readonly { field: string; message: string }[] = [],
): Reply {
  return { endpoint, respond: () => json({ code: status, message, errors }, status) };
}

/** Responds to a call with a file. */
export function replyFile(endpoint: AnyEndpoint, content: BodyInit, fileName: string): Reply {
  const headers = {
    'content-type': endpoint.produces,
    'content-disposition': `attachment; filename="${fileName}"`,
  };
  return { endpoint, respond: () => new Response(content, { headers }) };
}

/** Behaviour of the fake gateway. */
export interface FakeGatewayOptions {
  answers?: Answers;
  /** The first reply of a call is used. Tests may add and remove replies while the portal is open. */
  replies?: readonly Reply[];
  /** Changes to the portal's settings. */
  settings?: Partial<PortalSettings>;
  /** Whether failed reads are retried, as in a browser but without delay. */
  retries?: boolean;
  /** List to which every request is appended. */
  received?: ReceivedRequest[];
}

/** Replaces `fetch`: responds to every call of the portal and of the provider's API with a sample of its reply's schema. */
export function createFakeGateway(options: FakeGatewayOptions): typeof fetch {
  const { answers = 'filled', replies = [], settings, received } = options;
  return async (input, { method = 'GET', signal, body, headers } = {}) => {
    const url = new URL(String(input), window.location.href);
    const found = calls.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(url.pathname));
    if (!found) throw new Error(`no call of the contract: ${method} ${url.pathname}`);
    const { endpoint, readQuery } = found;
    // Throws for a query that the gateway would refuse.
    readQuery(parseQuery(url.search.slice(1)));
    if (endpoint === portalSettings) {
      const userCall = !settings?.strict || settings.foreign === true;
      return json({ ...SETTINGS, user_call: userCall, ...settings });
    }
    const request: ReceivedRequest = {
      endpoint,
      url,
      query: Object.fromEntries(url.searchParams),
      headers: new Headers(headers),
      body: typeof body === 'string' ? JSON.parse(body) : (body ?? null),
    };
    received?.push(request);
    const own = replies.find((each) => each.endpoint === endpoint);
    if (own) return Promise.race([own.respond(request), untilAborted(signal)]);
    if (answers === 'never' || endpoint.produces === 'text/event-stream') return untilAborted(signal);
    if (answers === 'failed') return json({ code: 500, message: messages.unavailable }, 500);
    if (!endpoint.reply) return new Response('', { headers: { 'content-type': endpoint.produces } });
    return json(sampleReply(endpoint, ROWS[answers]));
  };
}

const untilAborted = (signal?: AbortSignal | null) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
