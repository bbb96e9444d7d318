import type { LookupAddress } from 'node:dns';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type Breaker, createBreaker, Resting } from './breaker.ts';
import { type Clock, systemClock } from './clock.ts';
import { addressesOf, isAllowed } from './egress-address.ts';
import { assertOutsideTransaction } from './transaction-scope.ts';

/** Why a service outside gave no answer. Its text is for the log: a sender reads a sentence of ours. */
export type Trouble = 'forbidden' | 'unreachable' | 'late' | 'redirected' | 'too large' | 'resting';

export class EgressTrouble extends Error {
  readonly kind: Trouble;
  constructor(kind: Trouble, cause?: unknown) {
    super(`a service outside gave no answer: ${kind}`, { cause });
    this.name = 'EgressTrouble';
    this.kind = kind;
  }
}

export interface OutsideRequest {
  method?: 'GET' | 'POST' | 'PUT';
  headers?: Record<string, string>;
  body?: string | Buffer;
  signal?: AbortSignal;
}

export interface OutsideAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Counts what comes of requests to a service outside. */
export interface OutsideMeter {
  /** @param outcome a class of status (`2xx`), or why there was no answer */
  asked(outcome: string): void;
  /** Whether the service is left alone after too many failures. */
  resting(is: boolean): void;
}

/** Asks services outside. Nothing is tried twice: that is for whoever knows that it does no harm. */
export type Egress = (url: string | URL, request?: OutsideRequest) => Promise<OutsideAnswer>;

export interface EgressOptions {
  /** Origins that may be asked (`https://api.example.com`); everything else is forbidden. */
  origins: readonly string[];
  /** Whether they may be on this machine or a private network: true where the operator has named them. */
  mayBeInside: boolean;
  /** Counts what comes of it. */
  meter?: OutsideMeter | undefined;
  clock?: Clock;
}

/** What an answer may take: until the connection stands, and altogether, in ms; and its size in bytes. */
const CONNECT_MS = 2000;
const TOTAL_MS = 5000;
const MOST_BYTES = 2 * 1024 * 1024;

/** Failures in a row after which a service is left alone, and for how long. */
const BREAKER = { failures: 5, restMs: 30_000 };

/**
 * The one way out: named origins, an address that was looked up once and found harmless, no redirects,
 * limits of time and size, and rest for a service that keeps failing. Never called inside a transaction.
 *
 * @throws (from the egress) EgressTrouble when there is no answer; any status but a redirect is an answer
 */
export function createEgress({ origins, mayBeInside, meter, clock = systemClock }: EgressOptions): Egress {
  const told = (resting: boolean) => meter?.resting(resting);
  const breakers = new Map(origins.map((origin) => [new URL(origin).origin, createBreaker(BREAKER, clock, told)]));
  return async (target, request = {}) => {
    assertOutsideTransaction('a service outside');
    const url = new URL(target);
    const breaker = breakers.get(url.origin);
    if (!breaker || url.username || url.password) throw new EgressTrouble('forbidden');
    try {
      const answer = await within(breaker, request.signal, () => ask(url, request, mayBeInside));
      meter?.asked(`${Math.floor(answer.status / 100)}xx`);
      return answer;
    } catch (error) {
      meter?.asked(error instanceof EgressTrouble ? error.kind : 'given up');
      throw error;
    }
  };
}

function within(breaker: Breaker, signal: AbortSignal | undefined, work: () => Promise<OutsideAnswer>) {
  const failed = (outcome: OutsideAnswer | Error) =>
    // Who asked and went away says nothing of the service.
    outcome instanceof Error ? !signal?.aborted : outcome.status >= 500;
  return breaker(work, failed).catch((error: Error) => {
    throw error instanceof Resting ? new EgressTrouble('resting') : error;
  });
}

async function ask(url: URL, request: OutsideRequest, mayBeInside: boolean): Promise<OutsideAnswer> {
  const late = new AbortController();
  const timers = [setTimeout(() => late.abort(new EgressTrouble('late')), TOTAL_MS)];
  const connecting = setTimeout(() => late.abort(new EgressTrouble('late')), CONNECT_MS);
  timers.push(connecting);
  const signal = AbortSignal.any([late.signal, ...(request.signal ? [request.signal] : [])]);
  try {
    const addresses = await orAborted(addressesOf(url.hostname), signal);
    if (!addresses.every((address) => isAllowed(address, mayBeInside))) throw new EgressTrouble('forbidden');
    const answer = await send(url, request, addresses, signal, () => clearTimeout(connecting));
    return await read(answer, signal);
  } catch (error) {
    if (error instanceof EgressTrouble) throw error;
    if (request.signal?.aborted) throw request.signal.reason;
    throw late.signal.aborted ? late.signal.reason : new EgressTrouble('unreachable', error);
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

/** A look-up can't be stopped, but nobody has to wait for it. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

function send(
  url: URL,
  { method = 'GET', headers, body }: OutsideRequest,
  addresses: LookupAddress[],
  signal: AbortSignal,
  connected: () => void,
): Promise<IncomingMessage> {
  const secure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const asked = (secure ? httpsRequest : httpRequest)(url, {
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
    asked.once('socket', (socket) => socket.once(secure ? 'secureConnect' : 'connect', connected));
    asked.once('response', resolve);
    asked.once('error', reject);
    asked.end(body);
  });
}

async function read(answer: IncomingMessage, signal: AbortSignal): Promise<OutsideAnswer> {
  const status = answer.statusCode ?? 0;
  try {
    if (status >= 300 && status < 400) throw new EgressTrouble('redirected');
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const piece of answer) {
      size += (piece as Buffer).length;
      if (size > MOST_BYTES) throw new EgressTrouble('too large');
      pieces.push(piece as Buffer);
    }
    signal.throwIfAborted();
    return { status, headers: answer.headers, body: Buffer.concat(pieces) };
  } finally {
    answer.destroy();
  }
}
