import type { LookupAddress } from 'node:dns';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type CircuitBreaker, CircuitOpen, createCircuitBreaker } from './circuit-breaker.ts';
import { type Clock, systemClock } from './clock.ts';
import { isAllowedAddress, resolveHost } from './egress-address.ts';
import { assertOutsideTransaction } from './transaction-scope.ts';

/** Why a service outside gave no answer. Its text is for the log: a sender reads a sentence of ours. */
export type EgressErrorKind = 'forbidden' | 'unreachable' | 'timeout' | 'redirected' | 'too large' | 'circuit open';

export class EgressError extends Error {
  readonly kind: EgressErrorKind;
  constructor(kind: EgressErrorKind, cause?: unknown) {
    super(`a service outside gave no answer: ${kind}`, { cause });
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

/** Counts what comes of requests to a service outside. */
export interface EgressMetrics {
  /** @param outcome a class of status (`2xx`), or why there was no answer */
  finished(outcome: string): void;
  /** Whether the service is left alone after too many failures. */
  circuitOpen(isOpen: boolean): void;
}

/** Asks services outside. Nothing is tried twice: that is for whoever knows that it does no harm. */
export type Egress = (url: string | URL, request?: EgressRequest) => Promise<EgressResponse>;

export interface EgressOptions {
  /** Origins that may be asked (`https://api.example.com`); everything else is forbidden. */
  origins: readonly string[];
  /** Whether they may be on this machine or a private network: true where the operator has named them. */
  allowPrivateNetwork: boolean;
  /** Counts what comes of it. */
  meter?: EgressMetrics | undefined;
  clock?: Clock;
}

/** What an answer may take: until the connection stands, and altogether, in ms; and its size in bytes. */
const CONNECT_MS = 2000;
const TOTAL_MS = 5000;
const MAX_BYTES = 2 * 1024 * 1024;

/** Failures in a row after which a service is left alone, and for how long. */
const CIRCUIT_BREAKER = { failures: 5, openMs: 30_000 };

/**
 * The one way out: named origins, an address that was looked up once and found harmless, no redirects,
 * limits of time and size, and rest for a service that keeps failing. Never called inside a transaction.
 *
 * @throws (from the egress) EgressError when there is no answer; any status but a redirect is an answer
 */
export function createEgress({ origins, allowPrivateNetwork, meter, clock = systemClock }: EgressOptions): Egress {
  const reportCircuit = (circuitOpen: boolean) => meter?.circuitOpen(circuitOpen);
  const breakers = new Map(
    origins.map((origin) => [new URL(origin).origin, createCircuitBreaker(CIRCUIT_BREAKER, clock, reportCircuit)]),
  );
  return async (target, request = {}) => {
    assertOutsideTransaction('a service outside');
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
    // Who asked and went away says nothing of the service.
    outcome instanceof Error ? !signal?.aborted : outcome.status >= 500;
  return breaker(work, failed).catch((error: Error) => {
    throw error instanceof CircuitOpen ? new EgressError('circuit open') : error;
  });
}

async function fetchOnce(url: URL, request: EgressRequest, allowPrivateNetwork: boolean): Promise<EgressResponse> {
  const timeout = new AbortController();
  const timers = [setTimeout(() => timeout.abort(new EgressError('timeout')), TOTAL_MS)];
  const connecting = setTimeout(() => timeout.abort(new EgressError('timeout')), CONNECT_MS);
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

/** A look-up can't be stopped, but nobody has to wait for it. */
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
      // A connection of its own, to an address that was checked: a name that is looked up again may mean another.
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
