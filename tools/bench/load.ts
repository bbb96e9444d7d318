import { connect, type Socket } from 'node:net';
import { cpus } from 'node:os';

/** Results of a server in a period. */
export interface Measure {
  perSecond: number;
  /** Median and 99th percentile in ms. */
  p50: number;
  p99: number;
  /** 95th percentile in ms, for limits. */
  p95?: number;
  /** Number of 503 responses of a server that sheds load; they count for nothing else. */
  shed: number;
  /** Mean size of a response's body. Missing when no responses were counted. */
  bytes?: number;
  /** CPU time of the machine per response, without the bench itself. Missing when no responses were counted. */
  cpuMs?: number;
}

/**
 * Returns the CPU time in ms of all processes except this one since the machine's start, including the server and
 * PostgreSQL.
 */
function othersCpuMs(): number {
  const own = process.cpuUsage();
  const all = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
  return all - (own.user + own.system) / 1000;
}

const HEADER_END = Buffer.from('\r\n\r\n');

/**
 * Keeps `connections` requests in progress for a number of seconds. Requests are raw HTTP/1.1 texts, so that the
 * client's cost doesn't hide the servers' cost.
 *
 * @param next builds the next request
 * @throws for a response other than a success or 503
 */
export async function load(url: string, connections: number, seconds: number, next: () => string): Promise<Measure> {
  const { hostname, port } = new URL(url);
  const times: number[] = [];
  let [shed, bytes] = [0, 0];
  const [begun, cpuBegun] = [performance.now(), othersCpuMs()];
  const until = begun + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      let exchange: Exchange | null = null;
      while (performance.now() < until) {
        exchange ??= await Exchange.open(hostname, Number(port));
        const sent = performance.now();
        const { done, keep, body } = await exchange.ask(next());
        if (done) {
          times.push(performance.now() - sent);
          bytes += body.length;
        } else shed++;
        if (!keep) {
          exchange.close();
          exchange = null;
        }
      }
      exchange?.close();
    }),
  );
  const took = (performance.now() - begun) / 1000;
  const cpuMs = (othersCpuMs() - cpuBegun) / times.length;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return {
    perSecond: times.length / took,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    shed,
    bytes: bytes / times.length,
    cpuMs,
  };
}

/** Returns the body of one response. @throws when it is no success */
export async function answerTo(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const exchange = await Exchange.open(hostname, Number(port));
  try {
    const { done, body } = await exchange.ask(request);
    if (!done) throw new Error(`${url} shed the only request`);
    return body.toString();
  } finally {
    exchange.close();
  }
}

/** Result of an exchange: done or shed, and whether the connection can be reused. */
interface Ended {
  done: boolean;
  keep: boolean;
  body: Buffer;
}

/** One kept-alive connection, one request at a time. Responses have a length. */
class Exchange {
  readonly #socket: Socket;
  #received: Buffer[] = [];
  #waiting: { resolve(answer: Ended): void; reject(error: Error): void } | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('error', (error) => this.#waiting?.reject(error));
    socket.on('close', () => this.#waiting?.reject(new Error('the server closed the connection')));
  }

  static open(host: string, port: number): Promise<Exchange> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, host, () => resolve(new Exchange(socket))).once('error', reject);
    });
  }

  ask(request: string): Promise<Ended> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#waiting = null;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received.push(chunk);
    const answer = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
    const end = answer.indexOf(HEADER_END);
    if (end < 0) return;
    const head = answer.toString('latin1', 0, end).toLowerCase();
    const length = Number(/\ncontent-length: (\d+)/.exec(head)?.[1]);
    const begin = end + HEADER_END.length;
    if (answer.length < begin + length) return;
    this.#received = [];
    const waiting = this.#waiting;
    this.#waiting = null;
    const status = head.slice(9, 12);
    const keep = !head.includes('\nconnection: close');
    if (status === '200' || status === '503')
      waiting?.resolve({ done: status === '200', keep, body: answer.subarray(begin) });
    else
      waiting?.reject(new Error(`the response was neither a success nor a 503: ${answer.toString().slice(0, 1000)}`));
  }
}
