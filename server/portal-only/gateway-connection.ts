import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** Why the gateway gave no answer: for the log. */
export class GatewayError extends Error {
  constructor(what: string, cause?: unknown) {
    super(`the gateway gave no answer: ${what}`, { cause });
    this.name = 'GatewayError';
  }
}

export interface GatewayRequest {
  method: string;
  /** As it came, query included; the gateway's own path is put before it. */
  path: string;
  headers: OutgoingHttpHeaders;
  /** Sent as it comes; null for none. */
  body: Readable | null;
  /** How long nothing may go out and no answer come in, in ms. */
  silenceMs: number;
  signal: AbortSignal;
}

/** Kept connections to the gateway. */
export interface GatewayConnection {
  /**
   * Sends a request on, and answers as soon as the head of the answer is there; its body is read by the caller.
   *
   * @throws GatewayError when there is none; what breaks off the body; the signal's reason
   */
  send(request: GatewayRequest): Promise<IncomingMessage>;
  close(): void;
}

/** What an answer may take until the connection stands, and how long its body may pause, in ms. */
const CONNECT_MS = 2000;
const PAUSE_MS = 60_000;

/** Idle connections go before a gateway closes them: few keep one for less than 5 s. */
const IDLE_MS = 4000;

/** Requests that are under way at once; more wait. */
const MAX_SOCKETS = 256;

export function connectGateway(gatewayUrl: string): GatewayConnection {
  const base = new URL(gatewayUrl);
  const secure = base.protocol === 'https:';
  const options = { keepAlive: true, maxSockets: MAX_SOCKETS, timeout: IDLE_MS };
  const agent = secure ? new HttpsAgent(options) : new HttpAgent(options);
  const open = secure ? httpsRequest : httpRequest;

  function sendOnce(asked: GatewayRequest): Promise<IncomingMessage> {
    const { method, path, headers, body, silenceMs, signal } = asked;
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
      const late = () => request.destroy(new GatewayError('late'));
      const silence = setTimeout(late, silenceMs);
      const connecting = connectTimer(secure, late);
      const end = (settle: () => void) => {
        clearTimeout(silence);
        connecting.stop();
        settle();
      };
      request.once('socket', connecting.watch);
      request.once('response', (answer) => {
        request.setTimeout(PAUSE_MS, () => answer.destroy(new GatewayError('its answer stopped')));
        // It has answered before it had read everything: it won't.
        answer.once('close', () => request.writableFinished || request.destroy());
        end(() => resolve(answer));
      });
      // Also where it has answered already and breaks off what it doesn't want to read.
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
    async send(asked) {
      try {
        return await sendOnce(asked);
      } catch (error) {
        // A kept connection that the gateway was just closing; reading again does no harm.
        const again = error instanceof StaleConnection && !asked.body && ['GET', 'HEAD'].includes(asked.method);
        if (!again) throw error;
        return sendOnce(asked);
      }
    },
    close: () => agent.destroy(),
  };
}

/** A connection that was used before had been closed meanwhile. */
class StaleConnection extends GatewayError {}

function toGatewayError(error: NodeJS.ErrnoException, signal: AbortSignal, reused: boolean): Error {
  if (signal.aborted) return signal.reason;
  if (error instanceof GatewayError) return error;
  const what = error.code ?? error.message;
  return reused && /^(ECONNRESET|EPIPE)$/.test(what) ? new StaleConnection(what, error) : new GatewayError(what, error);
}

/** Calls `late` when a socket doesn't stand in time; a kept one stands already. */
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
