import * as z from 'zod/mini';
import { contract } from '#shared/contract.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { messages } from '#shared/messages.ts';
import { portalSettings } from '#shared/settings.ts';
import { type JsonSchema, sampleOf } from './sample.ts';

/** How every call is answered. */
export type Answers = 'filled' | 'empty' | 'failed' | 'never';

const ROWS = { filled: 3, empty: 0 };

const patternOf = ({ path }: AnyEndpoint) => new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}/?$`);

// Those without parameters first: `/order/new` is no order's id.
const calls = Object.values(contract)
  .toSorted((a, b) => a.path.split(':').length - b.path.split(':').length)
  .map((endpoint) => ({ endpoint, pattern: patternOf(endpoint) }));

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** What the portal needs of its own server, whatever the gateway does. */
const SETTINGS = {
  brand: 'Remito',
  brand_logo: '',
  support: 'soporte@example.com',
  tracking_url: '/seguimiento/{id}',
  states_token: '',
  payment_hosts: [],
  ...{ demo: false, public_demo: false, strict: false, foreign: false, user_call: true },
};

/** Takes the place of `fetch`: every call of the contract is answered with what its reply's schema allows. */
export function contractGateway(answers: Answers): typeof fetch {
  return async (input, { method = 'GET', signal } = {}) => {
    const { pathname } = new URL(String(input), window.location.href);
    const found = calls.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname));
    if (!found) throw new Error(`no call of the contract: ${method} ${pathname}`);
    const { endpoint } = found;
    if (endpoint === portalSettings) return json(SETTINGS);
    if (answers === 'never' || endpoint.produces === 'text/event-stream') return untilAborted(signal);
    if (answers === 'failed') return json({ code: 500, message: messages.unavailable }, 500);
    if (!endpoint.reply) return new Response('', { headers: { 'content-type': endpoint.produces } });
    const schema = z.toJSONSchema(endpoint.reply, { unrepresentable: 'any' }) as JsonSchema;
    return json(sampleOf(schema, ROWS[answers]));
  };
}

const untilAborted = (signal?: AbortSignal | null) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
