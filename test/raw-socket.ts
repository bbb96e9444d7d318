import { connect } from 'node:net';

/** One raw response. */
export interface WireResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Bytes to send as latin1 text, and options. */
export interface WireRequest {
  sent: string;
  /** Number of bytes after which the sender closes the connection; without it all are sent. */
  cutAt?: number | undefined;
  /** Whether the server may wait for more data: a missing response is then expected soon. */
  open: boolean;
}

/**
 * Silence in ms after which the client stops waiting: after an open request, after a response, after a complete
 * request.
 */
const QUIET_MS = { open: 100, answered: 200, complete: 10_000 };

const BLANK = '\r\n\r\n';

/**
 * Sends bytes over a new connection.
 *
 * @returns the complete responses; empty when the server waits for more or the sender closed the connection
 * @throws for bytes that are no well-formed response
 */
export async function sendRawBytes(port: number, { sent, cutAt, open }: WireRequest): Promise<WireResponse[]> {
  const received = await new Promise<Buffer>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    const done = () => {
      clearTimeout(quiet);
      socket.destroy();
      resolve(Buffer.concat(chunks));
    };
    let quiet = setTimeout(done, open ? QUIET_MS.open : QUIET_MS.complete);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      clearTimeout(quiet);
      quiet = setTimeout(done, QUIET_MS.answered);
    });
    socket.on('error', (error: NodeJS.ErrnoException) =>
      /RESET|EPIPE/.test(error.code ?? '') ? done() : reject(error),
    );
    socket.on('close', done);
    socket.write(Buffer.from(sent.slice(0, cutAt), 'latin1'), () => cutAt !== undefined && done());
  });
  return readResponses(received, /^\s*HEAD /.test(sent));
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
    const body = bare ? { text: '', end: start } : bodyAt(received, start, headers);
    if (status >= 200) answers.push({ status, headers, text: body.text });
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
  return { text: received.toString('utf8', start, end), end: Math.min(end, received.length) };
}

function chunkedAt(received: Buffer, start: number) {
  const parts: Buffer[] = [];
  for (let at = start; ; ) {
    const line = received.indexOf('\r\n', at);
    if (line < 0) return { text: Buffer.concat(parts).toString('utf8'), end: received.length };
    const size = Number.parseInt(received.toString('latin1', at, line), 16);
    if (Number.isNaN(size)) throw new Error('invalid chunk size');
    parts.push(received.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
    if (size === 0) return { text: Buffer.concat(parts).toString('utf8'), end: at };
  }
}
