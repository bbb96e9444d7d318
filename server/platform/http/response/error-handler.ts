import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '#server/platform/log.ts';
import { isUnreachable } from '#server/platform/network/unreachable-database.ts';
import { violatedUniqueKey } from '#server/platform/unique-violation.ts';
import { InexactNumberError, SUM_TOO_LARGE } from '#shared/kit/amount.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';

/**
 * Maps any thrown error to the Failure that is sent: a Failure unchanged, known errors by their code, anything else as 500.
 * Logs errors of the server.
 */
export function toFailure(error: FastifyError | Failure, request: FastifyRequest, log: Log): Failure {
  const { id: requestId, method, routeOptions } = request;
  const logFields = { requestId, method, route: routeOptions.url, code: error.code };
  if (isClientDisconnect(error, request)) {
    log.info(logFields, 'the client disconnected');
    return new Failure(400, messages.value);
  }
  const failure = error instanceof Failure ? error : failureFromError(error);
  if (failure.status >= 500) {
    // A deliberate 5xx: an external service is unavailable, and its client has logged the reason.
    if (error instanceof Failure)
      log.warn({ ...logFields, status: failure.status }, 'request refused: a service is down');
    // Load shedding is no bug, and at overload there are many. `remito_http_shed_total` counts them.
    else if (isShed(error))
      log.warn({ ...logFields, status: failure.status }, 'request refused: the process is overloaded');
    // A database error's detail contains the row's data, so only the stack is logged.
    else log.error({ ...logFields, stack: error.stack }, 'request failed');
  }
  if (error instanceof InexactNumberError)
    log.warn({ ...logFields, stack: error.stack }, 'a sum of amounts was refused');
  if (DATA_EXCEPTION.test(error.code ?? '')) {
    // The contract should have refused the value before it reached the database.
    log.warn(
      { requestId: request.id, route: request.routeOptions.url, code: error.code },
      'the database refused a value',
    );
  }
  return failure;
}

/** Whether the error comes from a client that disconnected, before the body was complete or before the response was sent. */
function isClientDisconnect(error: Error & { code?: string }, { raw }: FastifyRequest): boolean {
  if (!raw.destroyed) return false;
  return error.name === 'AbortError' || (!raw.complete && error.code === 'ECONNRESET' && error.message === 'aborted');
}

/** Whether a request was refused because the process is overloaded. */
export const isShed = ({ code }: { code?: string }): boolean => code === 'FST_UNDER_PRESSURE' || code === 'OVERLOADED';

/** Sends any thrown error as a JSON response. */
export function sendFailure(error: FastifyError | Failure, request: FastifyRequest, reply: FastifyReply, log: Log) {
  const failure = toFailure(error, request, log);
  if (failure.retryAfter !== undefined) reply.header('retry-after', String(failure.retryAfter));
  return reply.status(failure.status).send({
    ...(failure.success === false && { success: false }),
    message: failure.message,
    errors: failure.errors,
    ...(failure.code && { code: failure.code }),
    ...(failure.status === 500 && { request_id: request.id }),
  });
}

export function notFound(_request: FastifyRequest, reply: FastifyReply) {
  return reply.status(404).send({ message: messages.notFound, errors: [] });
}

/** SQLSTATE class 22: a value that a column or a cast refuses. */
const DATA_EXCEPTION = /^22\w{3}$/;

function failureFromError(error: FastifyError): Failure {
  const code = error.code ?? '';
  if (error instanceof InexactNumberError) return new Failure(422, SUM_TOO_LARGE);
  if (violatedUniqueKey(error) !== null) return new Failure(409, 'Ese dato ya existe');
  if (DATA_EXCEPTION.test(code)) return new Failure(422, messages.value);
  if (code === '53100') return new Failure(507, messages.unavailable);
  if (code === '57014' || code === '55P03' || code === '40001' || code === '40P01') return unavailable();
  if (isUnreachable(error) || isShed(error) || error.statusCode === 503) return unavailable();
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Failure(413, messages.tooLarge);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Failure(415, 'Ese tipo de contenido no se admite');
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return new Failure(error.statusCode, error.statusCode === 404 ? messages.notFound : messages.value);
  }
  return new Failure(500, messages.internal);
}

function unavailable(): Failure {
  return new Failure(503, messages.unavailable, [], { code: 'unavailable', retryAfter: 2 });
}
