import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import type { AnyEndpoint, BodyOf, ParamsOf, QueryOf } from '#shared/kit/http/endpoint.ts';
import { Failure, type FieldError } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { createQueryReader } from './read-query.ts';

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

/** Reads an endpoint's call from a request. @throws Failure for what can't be read */
export type CallReader<E> = (request: FastifyRequest, reply: FastifyReply) => Call<E>;

/** Creates the reader of an endpoint's calls. @param strict ignores what the specifications don't contain, and uses their messages */
export function createCallReader<E extends AnyEndpoint>(endpoint: E, strict: boolean): CallReader<E> {
  const readQuery = createQueryReader(endpoint, strict);
  const body = (strict && endpoint.strictBody) || endpoint.body;
  return (request, reply) => ({
    params: parse(endpoint.params, request.params, 404) as ParamsOf<E>,
    query: parse(endpoint.query, readQuery(request.query), 422) as QueryOf<E>,
    body: parse(body, strict ? specifiedBody(endpoint, request.body) : (request.body ?? {}), 422) as BodyOf<E>,
    request,
    idempotencyKey: endpoint.idempotent ? readIdempotencyKey(request) : null,
    header: (name, value) => void reply.header(name, value),
    signal: abortOnDisconnect(reply),
  });
}

/** Maximum length of an idempotency key. */
const MAX_KEY = 200;

/**
 * Returns the idempotency key of a request; null without the header. A shortened key would be that of another request, and an
 * unreadable one would leave its sender without protection.
 *
 * @throws Failure 422 for an empty or long key, and for other characters than visible ASCII and blanks
 */
function readIdempotencyKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && key.length <= MAX_KEY && /^[\x20-\x7e]+$/.test(key)) return key;
  const message = `La clave tiene que tener entre 1 y ${MAX_KEY} letras sin tilde, números o signos`;
  throw refusedField('Idempotency-Key', message);
}

/** Returns a body without the keys that the specifications don't contain. */
function specifiedBody({ bodyAdditions = [] }: AnyEndpoint, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body ?? {};
  return Object.fromEntries(Object.entries(body).filter(([key]) => !bodyAdditions.includes(key)));
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

const UNKNOWN_KEY = 'Este dato no existe';

/** Returns all issues, each with its dotted path. */
function fieldErrors(error: z.core.$ZodError): FieldError[] {
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), message: UNKNOWN_KEY }))
      : { field: issue.path.join('.'), message: issue.message },
  );
}
