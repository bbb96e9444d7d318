import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type Actor, ANONYMOUS, withAuditContext } from '#server/platform/audit-context.ts';
import { ipNetwork } from '#server/platform/ip-network.ts';
import type { AnyEndpoint, BodyOf, ParamsOf, QueryOf, ReplyOf } from '#shared/http/endpoint.ts';
import { Failure, type FieldError } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import type { Authenticate, Caller, Guard, Operator } from './caller.ts';
import { contentDisposition, Download } from './download.ts';
import { EventStream } from './event-stream.ts';
import { guardOperator } from './guard.ts';
import { ListPage } from './paging.ts';
import { replySchema } from './reply-schema.ts';
import { UPLOAD_MS } from './upload.ts';
import { verifyErrorStatus, verifyReply } from './verify-reply.ts';

/** A request as a handler receives it, parsed by its endpoint's schemas. */
export interface Call<E> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  request: FastifyRequest;
  /** Value of the header `Idempotency-Key`, or null. */
  idempotencyKey: string | null;
  /** Adds a header to the response. */
  header: (name: string, value: string) => void;
  /** Aborts when the client disconnects before the response is complete. */
  signal: AbortSignal;
}

export type Answer<E> = ReplyOf<E> | ListPage | Download | EventStream;

type Handler<E, C> = (call: Call<E> & C) => Promise<Answer<E>>;

/**
 * Registers handlers for endpoints: `open` without authentication, `client` for logged-in clients, `operator` for the
 * provider's systems. `C` is the type of an authenticated client.
 */
export interface Mount<C = Caller> {
  open<E extends AnyEndpoint>(endpoint: E, handler: Handler<E, unknown>): void;
  client<E extends AnyEndpoint>(endpoint: E, handler: Handler<E, { caller: C }>): void;
  operator<E extends AnyEndpoint>(endpoint: E, handler: Handler<E, { operator: Operator }>): void;
  /** All registered endpoints. */
  readonly mounted: ReadonlySet<AnyEndpoint>;
}

export interface MountOptions<C> {
  authenticate: Authenticate<C>;
  guard: Guard<C>;
  authenticateOperator: (request: FastifyRequest) => Promise<Operator>;
  /** Returns who makes a client's call, for the audit trail. */
  actor: (caller: C) => Actor;
  /** Adds a completed export to the audit trail. Calls that write add themselves. */
  recordExport: (caller: C) => Promise<void>;
  /** Leaves out endpoints and keys that the specifications don't contain (readings R4). */
  strict: boolean;
  /** Checks each response and error status against the endpoint's declaration. For tests. */
  verifyReplies: boolean;
}

/** Creates the mount of a server. All paths get the prefix `/api`. */
export function createMount<C>(app: FastifyInstance, options: MountOptions<C>): Mount<C> {
  const mounted = new Set<AnyEndpoint>();

  function add<E extends AnyEndpoint>(
    endpoint: E,
    handle: (request: FastifyRequest, reply: FastifyReply) => Promise<Answer<E>>,
  ): void {
    if (endpoint.addition && options.strict) return;
    mounted.add(endpoint);
    const run = options.verifyReplies ? verified(endpoint, handle) : handle;
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      // HEAD would run the handler, which e.g. marks labels as printed although no client received them.
      exposeHeadRoute: false,
      ...(endpoint.maxBytes && { bodyLimit: endpoint.maxBytes }),
      ...(endpoint.upload && { config: { upload: true, bodyTimeoutMs: UPLOAD_MS } }),
      schema: endpoint.reply ? { response: { 200: replySchema(endpoint, options.strict) } } : {},
      handler: async (request, reply) => send(endpoint, reply, await run(request, reply), options),
    });
  }

  return {
    mounted,
    open: (endpoint, handler) =>
      add(endpoint, (request, reply) => {
        const call = readCall<typeof endpoint>(endpoint, request, reply);
        return audited(endpoint, request, ANONYMOUS, () => handler(call));
      }),
    client: (endpoint, handler) =>
      add(endpoint, async (request, reply) => {
        const caller = await options.authenticate(request, endpoint);
        options.guard(caller, endpoint);
        // Parsed after authentication: an anonymous caller must not learn which bodies are valid.
        const call = { ...readCall<typeof endpoint>(endpoint, request, reply), caller };
        return audited(endpoint, request, options.actor(caller), async () => {
          const answer = await handler(call);
          if (endpoint.audit?.startsWith('export.')) await options.recordExport(caller);
          return answer;
        });
      }),
    operator: (endpoint, handler) =>
      add(endpoint, async (request, reply) => {
        const operator = await options.authenticateOperator(request);
        guardOperator(operator, endpoint);
        const call = { ...readCall<typeof endpoint>(endpoint, request, reply), operator };
        const actor: Actor = { kind: 'key', id: operator.keyId, name: operator.name };
        return audited(endpoint, request, actor, () => handler(call));
      }),
  };
}

/** Runs the handler of a call that the audit trail records. */
function audited<T>(
  { audit }: AnyEndpoint,
  { ip, id }: FastifyRequest,
  actor: Actor,
  handler: () => Promise<T>,
): Promise<T> {
  if (!audit) return handler();
  return withAuditContext({ action: audit, actor, network: ipNetwork(ip), requestId: id }, handler);
}

function verified<E extends AnyEndpoint>(
  endpoint: E,
  handle: (...args: [FastifyRequest, FastifyReply]) => Promise<Answer<E>>,
) {
  return (request: FastifyRequest, reply: FastifyReply) =>
    handle(request, reply).catch((error: unknown) => {
      verifyErrorStatus(endpoint, error);
      throw error;
    });
}

function readCall<E extends AnyEndpoint>(endpoint: E, request: FastifyRequest, reply: FastifyReply): Call<E> {
  const key = request.headers['idempotency-key'];
  return {
    params: parse(endpoint.params, request.params, 404) as ParamsOf<E>,
    query: parse(endpoint.query, request.query, 422) as QueryOf<E>,
    body: parse(endpoint.body, request.body ?? {}, 422) as BodyOf<E>,
    request,
    idempotencyKey: endpoint.idempotent && typeof key === 'string' && key !== '' ? key.slice(0, 200) : null,
    header: (name, value) => void reply.header(name, value),
    signal: abortOnDisconnect(reply),
  };
}

/** Returns a signal that aborts when the client disconnects before the response is complete. */
export function abortOnDisconnect(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

function parse(schema: z.ZodMiniType | undefined, input: unknown, status: number): unknown {
  if (!schema) return undefined;
  const result = z.safeParse(schema, input);
  if (result.success) return result.data;
  if (status === 404) throw new Failure(404, messages.notFound);
  throw new Failure(status, messages.fields, fieldErrors(result.error));
}

/** Returns all issues, each with its dotted path. */
function fieldErrors(error: z.core.$ZodError): FieldError[] {
  return error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
}

function send<E extends AnyEndpoint>(
  endpoint: E,
  reply: FastifyReply,
  answer: Answer<E>,
  options: Pick<MountOptions<unknown>, 'strict' | 'verifyReplies'>,
) {
  if (answer instanceof Download) {
    return reply.type(answer.type).header('content-disposition', contentDisposition(answer.name)).send(answer.body);
  }
  if (answer instanceof EventStream) {
    // Turns response buffering off in nginx.
    const { body } = answer;
    return reply.header('x-accel-buffering', 'no').type('text/event-stream; charset=utf-8').send(body);
  }
  if (!(answer instanceof ListPage)) {
    if (options.verifyReplies) verifyReply(endpoint, answer);
    return reply.send(answer);
  }
  if (options.verifyReplies) verifyReply(endpoint, JSON.parse(answer.json));
  if (options.strict) return reply.send(JSON.parse(answer.json));
  return reply.type('application/json; charset=utf-8').serializer(String).send(answer.json);
}
