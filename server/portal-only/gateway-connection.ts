import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { MINUTE_MS } from '#shared/kit/time-units.ts';

/** Thrown when the gateway gives no response. For the log only. */
export class GatewayError extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`no response from the gateway: ${reason}`, { cause });
    this.name = 'GatewayError';
  }
}

export interface GatewayRequest {
  method: string;
  /** Path and query as received. The path of GATEWAY_URL is prepended. */
  path: string;
  headers: OutgoingHttpHeaders;
  /** Streamed body; null for none. */
  body: Readable | null;
  /** Timeout without sent data and without a response, in ms. */
  silenceMs: number;
  signal: AbortSignal;
}

/** Keep-alive connections to the gateway. */
export interface GatewayConnection {
  /**
   * Forwards a request. Resolves with the response's headers; the caller reads its body.
   *
   * @throws GatewayError when there is no response; the error of the body; the signal's reason
   */
  send(request: GatewayRequest): Promise<IncomingMessage>;
  close(): void;
}

/** Timeouts for connecting, and between two chunks of a response's body, in ms. */
const CONNECT_MS = 2000;
const PAUSE_MS = MINUTE_MS;

/** Idle timeout in ms. Shorter than that of most gateways (5 s or more), so that the portal closes the connection first. */
const IDLE_MS = 4000;

/** Concurrent requests. Further requests wait. */
const MAX_SOCKETS = 256;

/** Creates the connections to the gateway. */
export function connectGateway(gatewayUrl: string): GatewayConnection {
  const base = new URL(gatewayUrl);
  const secure = base.protocol === 'https:';
  const options = { keepAlive: true, maxSockets: MAX_SOCKETS, timeout: IDLE_MS };
  const agent = secure ? new HttpsAgent(options) : new HttpAgent(options);
  const open = secure ? httpsRequest : httpRequest;

  function sendOnce({ method, path, headers, body, silenceMs, signal }: GatewayRequest): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const request = open({
        protocol: base.protocol,
        hostname: base.hostname.replace(/^\[|\]$/g, ''),
        port: base.port,
        method,
        path: base.pathname.replace(/\/$/, '') + path,
        headers,
        agent,
        signal,
      });
      const late = () => request.destroy(new GatewayError('timeout'));
      const silence = setTimeout(late, silenceMs);
      const connecting = connectTimer(secure, late);
      const end = (settle: () => void) => {
        clearTimeout(silence);
        connecting.stop();
        settle();
      };
      request.once('socket', connecting.watch);
      request.once('response', (answer) => {
        request.setTimeout(PAUSE_MS, () => answer.destroy(new GatewayError('the response body timed out')));
        // The gateway has responded before reading the whole body, so the rest won't be read.
        answer.once('close', () => request.writableFinished || request.destroy());
        end(() => resolve(answer));
      });
      // Also called after the response, when the gateway closes the connection instead of reading the rest of the body.
      request.on('error', (error) => {
        body?.unpipe(request);
        end(() => reject(toGatewayError(error, signal, request.reusedSocket)));
      });
      if (!body) {
        request.end();
        return;
      }
      body.on('data', () => silence.refresh());
      body.once('error', (error) => {
        request.destroy(error);
        reject(error);
      });
      body.pipe(request);
    });
  }

  return {
    async send(request) {
      try {
        return await sendOnce(request);
      } catch (error) {
        // The gateway has closed a kept connection meanwhile. Retries reads, which are idempotent.
        const retry = error instanceof StaleConnection && !request.body && ['GET', 'HEAD'].includes(request.method);
        if (!retry) throw error;
        return sendOnce(request);
      }
    },
    close: () => agent.destroy(),
  };
}

/** Thrown when a reused connection was closed by the gateway. */
class StaleConnection extends GatewayError {}

function toGatewayError(error: NodeJS.ErrnoException, signal: AbortSignal, reused: boolean): Error {
  if (signal.aborted) return signal.reason;
  if (error instanceof GatewayError) return error;
  const reason = error.code ?? error.message;
  const isStale = reused && /^(ECONNRESET|EPIPE)$/.test(reason);
  return isStale ? new StaleConnection(reason, error) : new GatewayError(reason, error);
}

/** Calls `late` if a new socket doesn't connect in time. */
function connectTimer(secure: boolean, late: () => void) {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearTimeout(timer);
  return {
    stop,
    watch(socket: Socket) {
      if (!socket.connecting) return;
      timer = setTimeout(late, CONNECT_MS);
      socket.once(secure ? 'secureConnect' : 'connect', stop);
    },
  };
}
