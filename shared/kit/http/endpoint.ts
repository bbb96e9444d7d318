import type * as z from 'zod/mini';
import type { AuditAction } from '#shared/people/rules/activity/audit-actions.ts';
import type { ClientPermission } from '#shared/people/rules/permissions.ts';
import type { StaffPermission } from '#shared/people/rules/staff-permissions.ts';
import type { Shown } from './shown.ts';

/**
 * Who may make a call. The three flags require a logged-in client whose account has the feature (D1 §6). `provider` is a key
 * (readings R5) or a member of the staff, `staff` only a member's own session.
 */
export type Access = 'public' | 'client' | 'prepago' | 'logistica_inversa' | 'fulfillment' | 'provider' | 'staff';

/** Who may make a call, and what the caller's role or key must permit. A call without this declaration doesn't compile. */
export type Authorization =
  | { access: 'public'; needs?: undefined }
  | { access: 'provider'; needs: StaffPermission }
  | { access: 'staff'; needs: 'own' }
  | { access: Exclude<Access, 'public' | 'provider' | 'staff'>; needs: ClientPermission };

export type Method = 'GET' | 'POST' | 'PUT';

/**
 * Header of calls that the portal makes without the user, such as polling: they don't count as activity of the session.
 */
export const BACKGROUND_HEADER = 'x-background';

/**
 * Header of answers to a client who hasn't accepted new terms yet: from when they bind, ISO 8601 (readings C56). Missing with
 * STRICT_CONTRACT=1.
 */
export const TERMS_HEADER = 'terms-bind-from';

/**
 * Content of the response. Any type except JSON is a download or a stream whose bytes the contract doesn't describe.
 */
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
  /** Permission that a client's role or a provider key must have. Public calls need none. */
  needs?: ClientPermission | StaffPermission | undefined;
  /** Personal data and free text in the answer of a public call or of one of the provider's. Any other kind is a leak. */
  shows?: readonly Shown[];
  /** One English sentence for the API documents. */
  summary: string;
  /** Action that a successful call adds to the audit trail; null for a call that changes nothing. */
  audit?: AuditAction | null;
  params?: P;
  query?: Q;
  body?: B;
  /** Schema of the body with STRICT_CONTRACT=1, where the specifications name other texts than `body` has. */
  strictBody?: B;
  /** Schema of the response body; a download has none. */
  reply?: R;
  produces?: Produces;
  /** Maximum size of the body in bytes, where a megabyte isn't enough. */
  maxBytes?: number;
  /** Accepts one multipart file, in the field of this name. */
  upload?: string;
  /** Allowed before the terms that bind are accepted (readings S5). */
  allowedBeforeTerms?: boolean;
  /** An audited call that is allowed before the provider approves the client (readings C52). */
  allowedBeforeApproval?: boolean;
  /** Allowed in a session that lacks its second step (readings C55): that step itself. */
  allowedBeforeFactor?: boolean;
  /** Allowed to a user whose company requires a second factor that the user hasn't set up: the set-up itself. */
  allowedBeforeSetUp?: boolean;
  /**
   * `factor`: a caller who has a second factor must have given a code of it within the last ten minutes. Others make the call without.
   */
  stepUp?: 'factor';
  /** Accepts the header `Idempotency-Key` (readings S17). */
  idempotent?: boolean;
  /** The portal makes this call without the user: it doesn't count as activity of the session. */
  background?: boolean;
  /**
   * Marks a call that the specifications don't contain: disabled with STRICT_CONTRACT=1, missing in a foreign gateway
   * (readings R4).
   */
  addition?: boolean;
  /**
   * Dotted paths of response keys that the specifications don't contain (`results.states_token`,
   * `results[].merchant_order.id`).
   */
  additions?: readonly string[];
  /** Keys of the body that the specifications don't contain: ignored with STRICT_CONTRACT=1, as any unknown key is. */
  bodyAdditions?: readonly string[];
  /** HTTP statuses of refusals besides those that follow from the rest of the declaration. */
  errorStatuses?: readonly number[];
  /** Served by the portal's own server even with a foreign gateway (readings R4). */
  portal?: boolean;
}

export interface Endpoint<P = unknown, Q = unknown, B = unknown, R = unknown> extends EndpointOptions<P, Q, B, R> {
  method: Method;
  /** Below `/api`, with `:name` parameters. */
  path: string;
  produces: Produces;
}

export type AnyEndpoint = Endpoint<Schema | undefined, Schema | undefined, Schema | undefined, Schema | undefined>;

/** Parsed values that a handler receives. */
export type ParamsOf<E> = E extends Endpoint<infer P, unknown, unknown, unknown> ? Output<P> : never;
export type QueryOf<E> = E extends Endpoint<unknown, infer Q, unknown, unknown> ? Output<Q> : never;
export type BodyOf<E> = E extends Endpoint<unknown, unknown, infer B, unknown> ? Output<B> : never;
export type ReplyOf<E> = E extends Endpoint<unknown, unknown, unknown, infer R> ? Output<R> : never;

/** Input of a call before parsing. */
export interface CallInput<E> {
  params?: E extends Endpoint<infer P, unknown, unknown, unknown> ? Input<P> : never;
  query?: E extends Endpoint<unknown, infer Q, unknown, unknown> ? Partial<Input<Q>> : never;
  body?: E extends Endpoint<unknown, unknown, infer B, unknown> ? Input<B> : never;
}

/** What a call adds to the audit trail. A POST or PUT without this declaration doesn't compile. */
type Audited<C> = C extends `GET ${string}` ? { audit?: AuditAction } : { audit: AuditAction | null };

/**
 * Declares a call once, for the server's routes, the browser's client, the API documents and the contract test.
 *
 * @param call method and path below `/api`, e.g. `GET /v1/client/order/:id`
 */
export function endpoint<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
  C extends `${Method} /${string}` = `${Method} /${string}`,
>(call: C, options: EndpointOptions<P, Q, B, R> & Authorization & Audited<C>): Endpoint<P, Q, B, R> {
  const [method, path] = call.split(' ') as [Method, string];
  return { produces: 'application/json', ...options, method, path };
}

const EXPORT_ACTION = /(^|\.)export(\.|$)/;

/**
 * Whether a call exports data: CSV of anybody who must log in, or what is kept of a person. Exports are limited by caller and minute.
 */
export const isExport = ({ access, produces, audit }: AnyEndpoint): boolean =>
  (produces === 'text/csv' && access !== 'public') || EXPORT_ACTION.test(audit ?? '');

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}

/** Collects the calls that modules export, by name, in the order of the modules and then of their names. */
export function collectEndpoints(modules: readonly object[]): Record<string, AnyEndpoint> {
  return Object.fromEntries(
    modules
      .flatMap((module) => Object.entries(module).sort(([a], [b]) => (a < b ? -1 : 1)))
      .filter((entry): entry is [string, AnyEndpoint] => isEndpoint(entry[1])),
  );
}

/** Fills the `:name` parameters of a path, each escaped. */
export function buildPath(call: Pick<Endpoint, 'path'>, params: Record<string, string | number> = {}): string {
  return call.path.replace(/:([a-zA-Z]+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
}
