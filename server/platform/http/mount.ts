import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, ANONYMOUS, withAuditContext } from '#server/platform/audit-context.ts';
import { ipNetwork } from '#server/platform/network/ip-network.ts';
import { type AnyEndpoint, isExport, type ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import {
  type Authenticate,
  actorInLog,
  type Caller,
  type Guard,
  type ProviderCaller,
  type StaffCaller,
} from './request/caller.ts';
import { guardProvider, guardStaff, guardStaffStepUp } from './request/guard.ts';
import { type Call, type CallReader, createCallReader } from './request/read-call.ts';
import { UPLOAD_MS } from './request/upload.ts';
import { contentDisposition, Download } from './response/download.ts';
import { EventStream } from './response/event-stream.ts';
import { ListPage } from './response/paging.ts';
import { replySerializer } from './response/reply-serializer.ts';
import { verifyErrorStatus, verifyReply } from './response/verify-reply.ts';

export type Answer<E> = ReplyOf<E> | ListPage | Download | EventStream;

type Handler<E, C> = (call: Call<E> & C) => Promise<Answer<E>>;

/**
 * Registers handlers for endpoints: `open` without authentication, `client` for logged-in clients, `provider` for the
 * provider's systems and staff, `staff` for a member's own session. `C` is the type of an authenticated client.
 */
export interface Mount<C = Caller> {
  open<E extends AnyEndpoint>(endpoint: E, handler: Handler<E, unknown>): void;
  client<E extends AnyEndpoint>(endpoint: E, handler: Handler<E, { caller: C }>): void;
  provider<E extends AnyEndpoint>(endpoint: E, handler: Handler<E, { caller: ProviderCaller }>): void;
  staff<E extends AnyEndpoint>(endpoint: E, handler: Handler<E, { caller: StaffCaller }>): void;
  /** All registered endpoints. */
  readonly mounted: ReadonlySet<AnyEndpoint>;
}

/** A call that was refused for lack of permission (403) or by a rate limit (429). */
export interface RefusedCall {
  status: 403 | 429;
  clientId: number | null;
  actor: Actor;
  /** Method and path of the call as declared. */
  target: string;
  network: string;
}

/** Receives what the audit trail records of calls. Calls that write add themselves to it. */
export interface CallAudit<C> {
  actor: (caller: C) => Actor;
  /** Returns the client of a caller. */
  clientOf: (caller: C) => number;
  onRefusal: (refusal: RefusedCall) => void;
  /** Records a completed export. */
  recordExport: (caller: C) => Promise<void>;
}

/** Rate limit of every call that exports. */
export interface ExportLimit<C> {
  /** Returns whose exports are counted together. */
  owner: (caller: C) => string;
  /** Counts an export. @throws Failure 429 */
  count: (key: string) => void;
}

export interface MountOptions<C> {
  authenticate: Authenticate<C>;
  guard: Guard<C>;
  authenticateProvider: (request: FastifyRequest) => Promise<ProviderCaller>;
  authenticateStaff: (request: FastifyRequest) => Promise<StaffCaller>;
  exports: ExportLimit<C>;
  /** Receives what the audit trail records of calls; null for a server without one. */
  audit: CallAudit<C> | null;
  /** Returns the headers of every answer to a client; missing if `strict`. */
  answerHeaders?: (caller: C) => Record<string, string>;
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
    handle: (request: FastifyRequest, reply: FastifyReply, read: CallReader<E>) => Promise<Answer<E>>,
  ): void {
    if (endpoint.addition && options.strict) return;
    mounted.add(endpoint);
    const read = createCallReader(endpoint, options.strict);
    const run = options.verifyReplies ? verified(endpoint, handle) : handle;
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      // HEAD would run the handler, which e.g. marks labels as printed although no client received them.
      exposeHeadRoute: false,
      ...(endpoint.maxBytes && { bodyLimit: endpoint.maxBytes }),
      ...(endpoint.upload && { config: { upload: true, bodyTimeoutMs: UPLOAD_MS } }),
      // The serialiser builds its schema itself.
      ...(endpoint.reply && {
        schema: { response: { 200: {} } },
        serializerCompiler: () => replySerializer(endpoint, options.strict),
      }),
      handler: async (request, reply) => send(endpoint, reply, await run(request, reply, read), options),
    });
  }

  function limitExport(endpoint: AnyEndpoint, owner: string): void {
    if (isExport(endpoint)) options.exports.count(`${owner} ${endpoint.method} ${endpoint.path}`);
  }

  /** Runs a call for the audit trail: with its context, and reporting a refusal. */
  async function audited<T>(
    { audit, method, path }: AnyEndpoint,
    { ip, id }: FastifyRequest,
    actor: Actor,
    clientId: number | null,
    handler: () => Promise<T>,
  ): Promise<T> {
    try {
      if (!audit) return await handler();
      const context = { action: audit, actor, network: ipNetwork(ip), requestId: id, recorded: false };
      return await withAuditContext(context, handler);
    } catch (error) {
      const { status, code } = error instanceof Failure ? error : { status: 0, code: undefined };
      // A question for a code isn't a refusal: the portal repeats the call after the answer.
      if ((status === 403 && code !== 'step_up_required') || status === 429) {
        options.audit?.onRefusal({ status, clientId, actor, target: `${method} ${path}`, network: ipNetwork(ip) });
      }
      throw error;
    }
  }

  return {
    mounted,
    open: (endpoint, handler) =>
      add(endpoint, (request, reply, read) => {
        const call = read(request, reply);
        return audited(endpoint, request, ANONYMOUS, null, () => handler(call));
      }),
    client: (endpoint, handler) =>
      add(endpoint, async (request, reply, read) => {
        const caller = await options.authenticate(request, endpoint);
        if (!options.strict) reply.headers(options.answerHeaders?.(caller) ?? {});
        const actor = options.audit?.actor(caller) ?? ANONYMOUS;
        return audited(endpoint, request, actor, options.audit?.clientOf(caller) ?? null, async () => {
          options.guard(caller, endpoint);
          limitExport(endpoint, options.exports.owner(caller));
          // Parsed after authentication: an anonymous caller must not learn which bodies are valid.
          const call = { ...read(request, reply), caller };
          const answer = await handler(call);
          if (endpoint.audit?.startsWith('export.')) await options.audit?.recordExport(caller);
          return answer;
        });
      }),
    provider: (endpoint, handler) =>
      add(endpoint, async (request, reply, read) => {
        const caller = await options.authenticateProvider(request);
        return audited(endpoint, request, caller.actor, null, async () => {
          guardProvider(caller, endpoint);
          limitExport(endpoint, actorInLog(caller));
          return handler({ ...read(request, reply), caller });
        });
      }),
    staff: (endpoint, handler) =>
      add(endpoint, async (request, reply, read) => {
        const caller = await options.authenticateStaff(request);
        return audited(endpoint, request, caller.actor, null, async () => {
          guardStaff(caller, endpoint);
          guardStaffStepUp(caller, endpoint);
          limitExport(endpoint, actorInLog(caller));
          return handler({ ...read(request, reply), caller });
        });
      }),
  };
}

function verified<E extends AnyEndpoint>(
  endpoint: E,
  handle: (...args: [FastifyRequest, FastifyReply, CallReader<E>]) => Promise<Answer<E>>,
) {
  return (...args: [FastifyRequest, FastifyReply, CallReader<E>]) =>
    handle(...args).catch((error: unknown) => {
      verifyErrorStatus(endpoint, error);
      throw error;
    });
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
