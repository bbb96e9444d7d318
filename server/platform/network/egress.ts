import type { LookupAddress } from 'node:dns';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type Clock, systemClock } from '#server/platform/clock.ts';
import { assertOutsideTransaction } from '#server/platform/transaction-scope.ts';
import { isAllowedAddress, resolveHost } from './egress-address.ts';
import { TIMEOUTS } from './timeouts.ts';

/** Reason why an external service gave no response. For the log only; users see a message of the product. */
export type EgressErrorKind = 'forbidden' | 'unreachable' | 'timeout' | 'redirected' | 'too large' | 'circuit open';

export class EgressError extends Error {
  readonly kind: EgressErrorKind;
  constructor(kind: EgressErrorKind, cause?: unknown) {
    super(`no response from an external service: ${kind}`, { cause });
    this.name = 'EgressError';
    this.kind = kind;
  }
}

export interface EgressRequest {
  method?: 'GET' | 'POST' | 'PUT';
  headers?: Record<string, string>;
  body?: string | Buffer;
  signal?: AbortSignal;
}

export interface EgressResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Metrics of the requests to one external service. */
export interface EgressMetrics {
  /** @param outcome class of the status (`2xx`), or the reason why there was no response */
  finished(outcome: string): void;
  /** Records whether the circuit breaker is open. */
  circuitOpen(isOpen: boolean): void;
}

/** Sends a request to an external service. Never retries: only the caller knows which requests are idempotent. */
export type Egress = (url: string | URL, request?: EgressRequest) => Promise<EgressResponse>;

export interface EgressOptions {
  /** Allowed origins (`https://api.example.com`). Requests to any other origin are refused. */
  origins: readonly string[];
  /** Whether the origins may be on this machine or a private network: true for origins of a setting. */
  allowPrivateNetwork: boolean;
  meter?: EgressMetrics | undefined;
  clock?: Clock;
}

/** Maximum size of a response, in bytes. */
const MAX_BYTES = 2 * 1024 * 1024;

const CIRCUIT_BREAKER = { failures: 5, openMs: 30_000 };

/** Runs work unless too many attempts in a row have failed. */
type CircuitBreaker = <T>(work: () => Promise<T>, failed: (outcome: T | Error) => boolean) => Promise<T>;

/** Thrown without running the work while the circuit breaker is open. */
class CircuitOpen extends Error {}

/**
 * Creates a circuit breaker. It opens for `openMs` after `failures` failures in a row, then runs one trial attempt: a success
 * closes the breaker, a failure opens it again.
 *
 * @param onChange called after each attempt with the breaker's state
 * @throws (from the breaker) CircuitOpen while it is open
 */
function createCircuitBreaker(
  { failures, openMs }: { failures: number; openMs: number },
  clock: Clock,
  onChange: (isOpen: boolean) => void = () => {},
): CircuitBreaker {
  let consecutiveFailures = 0;
  let openUntil = 0;

  function record(failure: boolean): void {
    consecutiveFailures = failure ? consecutiveFailures + 1 : 0;
    if (consecutiveFailures >= failures) openUntil = clock().getTime() + openMs;
    onChange(consecutiveFailures >= failures);
  }

  return async (work, failed) => {
    const now = clock().getTime();
    if (consecutiveFailures >= failures) {
      if (now < openUntil) throw new CircuitOpen('too many failures in a row');
      // Keeps the breaker open for other callers during this trial attempt.
      openUntil = now + openMs;
    }
    let outcome: Awaited<ReturnType<typeof work>>;
    try {
      outcome = await work();
    } catch (error) {
      record(failed(error as Error));
      throw error;
    }
    record(failed(outcome));
    return outcome;
  };
}

/**
 * Creates the client for requests to external services. Guards against SSRF: configured origins only, an address that was
 * resolved once and checked, no redirects. Also applies timeouts, a size limit and a circuit breaker per origin. Must not be
 * called inside a transaction.
 *
 * @throws (from the egress) EgressError when there is no response. Any status other than a redirect is a response.
 */
export function createEgress({ origins, allowPrivateNetwork, meter, clock = systemClock }: EgressOptions): Egress {
  const reportCircuit = (circuitOpen: boolean) => meter?.circuitOpen(circuitOpen);
  const breakers = new Map(
    origins.map((origin) => [new URL(origin).origin, createCircuitBreaker(CIRCUIT_BREAKER, clock, reportCircuit)]),
  );
  return async (target, request = {}) => {
    assertOutsideTransaction('an external service');
    const url = new URL(target);
    const breaker = breakers.get(url.origin);
    if (!breaker || url.username || url.password) throw new EgressError('forbidden');
    try {
      const answer = await throughBreaker(breaker, request.signal, () => fetchOnce(url, request, allowPrivateNetwork));
      meter?.finished(`${Math.floor(answer.status / 100)}xx`);
      return answer;
    } catch (error) {
      meter?.finished(error instanceof EgressError ? error.kind : 'given up');
      throw error;
    }
  };
}

function throughBreaker(breaker: CircuitBreaker, signal: AbortSignal | undefined, work: () => Promise<EgressResponse>) {
  const failed = (outcome: EgressResponse | Error) =>
    // A request that its caller aborted is no failure of the service.
    outcome instanceof Error ? !signal?.aborted : outcome.status >= 500;
  return breaker(work, failed).catch((error: Error) => {
    throw error instanceof CircuitOpen ? new EgressError('circuit open') : error;
  });
}

async function fetchOnce(url: URL, request: EgressRequest, allowPrivateNetwork: boolean): Promise<EgressResponse> {
  const timeout = new AbortController();
  const timers = [setTimeout(() => timeout.abort(new EgressError('timeout')), TIMEOUTS.egressResponse)];
  const connecting = setTimeout(() => timeout.abort(new EgressError('timeout')), TIMEOUTS.egressConnect);
  timers.push(connecting);
  const signal = AbortSignal.any([timeout.signal, ...(request.signal ? [request.signal] : [])]);
  try {
    const addresses = await abortable(resolveHost(url.hostname), signal);
    if (!addresses.every((address) => isAllowedAddress(address, allowPrivateNetwork)))
      throw new EgressError('forbidden');
    const answer = await send(url, request, addresses, signal, () => clearTimeout(connecting));
    return await read(answer, signal);
  } catch (error) {
    if (error instanceof EgressError) throw error;
    if (request.signal?.aborted) throw request.signal.reason;
    throw timeout.signal.aborted ? timeout.signal.reason : new EgressError('unreachable', error);
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

/** Rejects as soon as the signal aborts. The work itself, a DNS look-up, can't be stopped. */
function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

function send(
  url: URL,
  { method = 'GET', headers, body }: EgressRequest,
  addresses: LookupAddress[],
  signal: AbortSignal,
  connected: () => void,
): Promise<IncomingMessage> {
  const secure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const outgoing = (secure ? httpsRequest : httpRequest)(url, {
      method,
      headers: { 'accept-encoding': 'identity', ...headers },
      signal,
      // Connects to the checked address: resolving the name again could return another one (DNS rebinding).
      agent: false,
      lookup: (_name, { all }, done) => {
        const [{ address, family }] = addresses as [LookupAddress];
        if (all) done(null, addresses);
        else done(null, address, family);
      },
    });
    outgoing.once('socket', (socket) => socket.once(secure ? 'secureConnect' : 'connect', connected));
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

async function read(answer: IncomingMessage, signal: AbortSignal): Promise<EgressResponse> {
  const status = answer.statusCode ?? 0;
  try {
    if (status >= 300 && status < 400) throw new EgressError('redirected');
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const piece of answer) {
      size += (piece as Buffer).length;
      if (size > MAX_BYTES) throw new EgressError('too large');
      pieces.push(piece as Buffer);
    }
    signal.throwIfAborted();
    return { status, headers: answer.headers, body: Buffer.concat(pieces) };
  } finally {
    answer.destroy();
  }
}
