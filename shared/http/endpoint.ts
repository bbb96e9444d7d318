import type * as z from 'zod/mini';

/**
 * Who may make a call. The three flags imply a logged-in client whose account has that feature (D1 §6); operators come
 * with a key of the provider's (readings R5).
 */
export type Access = 'public' | 'client' | 'prepago' | 'logistica_inversa' | 'fulfillment' | 'operator';

export type Method = 'GET' | 'POST' | 'PUT';

/** Sent with a call that the portal makes by itself: it doesn't count as activity of the session. */
export const BACKGROUND_HEADER = 'x-background';

/** What a call answers with. Anything but JSON is a download or a stream whose bytes the contract doesn't describe. */
export type Produces =
  | 'application/json'
  | 'application/pdf'
  | 'text/csv'
  | 'application/octet-stream'
  | 'image/png'
  | 'text/event-stream';

type Schema = z.ZodMiniType;
type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : undefined;

export interface EndpointOptions<P, Q, B, R> {
  access: Access;
  /** One English sentence for the API documents. */
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  /** Shape of the answer; a download has none. */
  reply?: R;
  produces?: Produces;
  /** Largest body in bytes, where a megabyte doesn't do. */
  maxBytes?: number;
  /** Takes one file as multipart, in the field of this name. */
  upload?: string;
  /** Answers even while the newest terms are not accepted (readings S5). */
  allowedBeforeTerms?: boolean;
  /** Takes the header `Idempotency-Key` (readings S17). */
  idempotent?: boolean;
  /** Made by the portal by itself: doesn't count as activity of the session. */
  background?: boolean;
  /** A call that the specifications don't name: gone with STRICT_CONTRACT=1, missing behind a foreign gateway (readings R4). */
  addition?: boolean;
  /** Dotted paths of answer keys that the specifications don't name (`results.states_token`, `results[].merchant_order.id`). */
  additions?: readonly string[];
  /** Statuses of refusals beside those that follow from the rest of the declaration. */
  errorStatuses?: readonly number[];
  /** Served by the portal's own server even before a foreign gateway (readings R4). */
  portal?: boolean;
}

export interface Endpoint<P = unknown, Q = unknown, B = unknown, R = unknown> extends EndpointOptions<P, Q, B, R> {
  method: Method;
  /** Below `/api`, with `:name` parameters. */
  path: string;
  produces: Produces;
}

export type AnyEndpoint = Endpoint<Schema | undefined, Schema | undefined, Schema | undefined, Schema | undefined>;

/** The parsed values that a handler receives. */
export type ParamsOf<E> = E extends Endpoint<infer P, unknown, unknown, unknown> ? Output<P> : never;
export type QueryOf<E> = E extends Endpoint<unknown, infer Q, unknown, unknown> ? Output<Q> : never;
export type BodyOf<E> = E extends Endpoint<unknown, unknown, infer B, unknown> ? Output<B> : never;
export type ReplyOf<E> = E extends Endpoint<unknown, unknown, unknown, infer R> ? Output<R> : never;

/** What a caller may send: the same shapes before parsing. */
export interface CallInput<E> {
  params?: E extends Endpoint<infer P, unknown, unknown, unknown> ? Input<P> : never;
  query?: E extends Endpoint<unknown, infer Q, unknown, unknown> ? Partial<Input<Q>> : never;
  body?: E extends Endpoint<unknown, unknown, infer B, unknown> ? Input<B> : never;
}

/**
 * Declares a call once: the server mounts it, the browser calls it, the documents list it and a test walks all of them.
 *
 * @param call method and path below `/api`, e.g. `GET /v1/client/order/:id`
 */
export function endpoint<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
>(call: `${Method} /${string}`, options: EndpointOptions<P, Q, B, R>): Endpoint<P, Q, B, R> {
  const [method, path] = call.split(' ') as [Method, string];
  return { produces: 'application/json', ...options, method, path };
}

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}

/** The calls among what modules export, by name, in the order of the modules and then of their names. */
export function collectEndpoints(modules: readonly object[]): Record<string, AnyEndpoint> {
  return Object.fromEntries(
    modules
      .flatMap((module) => Object.entries(module).sort(([a], [b]) => (a < b ? -1 : 1)))
      .filter((entry): entry is [string, AnyEndpoint] => isEndpoint(entry[1])),
  );
}

/** Fills `:name` parameters, each escaped, and keeps the rest of the path. */
export function buildPath(call: Pick<Endpoint, 'path'>, params: Record<string, string | number> = {}): string {
  return call.path.replace(/:([a-zA-Z]+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
}
