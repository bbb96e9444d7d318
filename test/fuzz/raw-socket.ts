import { connect } from 'node:net';

/** One raw response. */
export interface WireResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** Whether the response has the length that it declares, or ends with its last chunk. */
  isComplete: boolean;
}

/** Bytes to send as latin1 text, and options. */
export interface WireRequest {
  sent: string;
  /** Number of bytes after which the sender closes the connection; without it all are sent. */
  cutAt?: number | undefined;
  /** Whether the server may wait for more data: a missing response is then expected soon. */
  open: boolean;
}

/** Time in ms in which anything that the server must send arrives, also on a busy machine. */
const LIMIT_MS = 10_000;

/** Silence in ms after which a server counts as waiting for more data: after an open request, and between responses to one. */
const WAITING_MS = { begin: 100, between: 200 };

const BLANK = '\r\n\r\n';

/**
 * Sends bytes over a new connection.
 *
 * @returns the responses; empty when the server waits for more or the sender closed the connection
 * @throws for bytes that are no well-formed response
 */
export async function sendRawBytes(port: number, { sent, cutAt, open }: WireRequest): Promise<WireResponse[]> {
  const head = /^\s*HEAD /.test(sent);
  const received = await new Promise<Buffer>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = Buffer.alloc(0);
    const done = () => {
      clearTimeout(quiet);
      socket.destroy();
      resolve(received);
    };
    // The server closes the connection after the last response to a complete request.
    let quiet = setTimeout(done, open ? WAITING_MS.begin : LIMIT_MS);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      clearTimeout(quiet);
      quiet = setTimeout(done, waitingTime(received, head, open));
    });
    socket.on('error', (error: NodeJS.ErrnoException) =>
      /RESET|EPIPE/.test(error.code ?? '') ? done() : reject(error),
    );
    socket.on('close', done);
    socket.write(Buffer.from(sent.slice(0, cutAt), 'latin1'), () => cutAt !== undefined && done());
  });
  return readResponses(received, head);
}

/** Returns how long to wait for more after the bytes of an answer. @param open whether the server may wait for more data */
function waitingTime(received: Buffer, head: boolean, open: boolean): number {
  const last = lastResponse(received, head);
  // A stream doesn't end.
  if (last?.headers['content-type']?.startsWith('text/event-stream')) return 0;
  return open && last?.isComplete && last.headers.connection !== 'close' ? WAITING_MS.between : LIMIT_MS;
}

function lastResponse(received: Buffer, head: boolean): WireResponse | undefined {
  try {
    return readResponses(received, head).at(-1);
  } catch {
    // The bytes end inside of a response's head, or are no response.
    return undefined;
  }
}

/** Parses consecutive responses strictly; the response to a HEAD has no body. */
function readResponses(received: Buffer, head: boolean): WireResponse[] {
  const answers: WireResponse[] = [];
  for (let at = 0; at < received.length; ) {
    const end = received.indexOf(BLANK, at);
    if (end < 0) throw new Error(`incomplete response head: ${received.toString('latin1', at, at + 200)}`);
    const [line = '', ...fields] = received.toString('latin1', at, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 ([1-5]\d\d) [A-Za-z -]+$/.exec(line)?.[1]);
    if (!status) throw new Error(`invalid status line: ${line}`);
    const headers: Record<string, string> = {};
    for (const field of fields) {
      const [, name = '', value = ''] = /^([\w-]+): ([\x20-\x7e]*)$/.exec(field) ?? [];
      if (!name) throw new Error(`invalid header: ${field}`);
      if (name.toLowerCase() in headers) throw new Error(`duplicate header: ${name}`);
      headers[name.toLowerCase()] = value;
    }
    const bare = status < 200 || status === 204 || status === 304 || (head && answers.length === 0);
    const start = end + BLANK.length;
    const body = bare ? { text: '', end: start, isComplete: true } : bodyAt(received, start, headers);
    if (status >= 200) answers.push({ status, headers, text: body.text, isComplete: body.isComplete });
    // Data after the refusal of an unparsable HEAD is its body.
    if (bare && headers.connection === 'close') return answers;
    at = body.end;
  }
  return answers;
}

function bodyAt(received: Buffer, start: number, headers: Record<string, string>) {
  if (headers['transfer-encoding'] === 'chunked') return chunkedAt(received, start);
  const length = headers['content-length'];
  // The end of the connection ends the body.
  const end = length === undefined ? received.length : start + Number(length);
  const isComplete = length !== undefined && end <= received.length;
  return { text: received.toString('utf8', start, end), end: Math.min(end, received.length), isComplete };
}

function chunkedAt(received: Buffer, start: number) {
  const parts: Buffer[] = [];
  for (let at = start; ; ) {
    const line = received.indexOf('\r\n', at);
    if (line < 0) return { text: Buffer.concat(parts).toString('utf8'), end: received.length, isComplete: false };
    const size = Number.parseInt(received.toString('latin1', at, line), 16);
    if (Number.isNaN(size)) throw new Error('invalid chunk size');
    parts.push(received.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
    if (size === 0) return { text: Buffer.concat(parts).toString('utf8'), end: at, isComplete: at <= received.length };
  }
}
