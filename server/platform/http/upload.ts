import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';

/** A file that is still arriving. */
export interface Upload {
  /** Last part of the name that the sender gave it; text, never a path. */
  name: string;
  chunks: AsyncIterable<Buffer>;
}

/** Beside the file a form may hold some small fields; nobody reads them. */
const LIMITS = { files: 1, fields: 5, parts: 10, fieldSize: 1024, headerPairs: 50 };

/** Most characters of a file's name. */
const MAX_NAME = 120;

/** Longest time that an upload may take, in ms. */
export const UPLOAD_MS = 600_000;

/** Longest time that the rest of a rejected body may take, in ms. */
const DISCARD_MS = 60_000;

/**
 * Begins to read the one file of a multipart body, without ever holding more of it than a piece.
 *
 * @param body as it comes, not parsed
 * @param field in which the file is expected
 * @throws Failure 422 when there is no such file; so do the chunks when the body breaks off or its time is over
 */
export function readUpload(body: Readable, headers: IncomingMessage['headers'], field: string): Promise<Upload> {
  const malformed = () => new Failure(422, messages.value, [{ field, message: messages.value }]);
  const missing = () => new Failure(422, messages.fields, [{ field, message: 'Elegí un archivo CSV' }]);
  const type = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b.*boundary=/i.test(type)) return Promise.reject(missing());
  return new Promise((resolve, reject) => {
    const parser = createParser({ ...headers, 'content-type': type });
    if (!parser) return reject(malformed());
    let file: Readable | null = null;
    // What breaks off the body ends whoever reads the file, or waits for it.
    const fail = (error: Error) => {
      body.unpipe(parser);
      file?.destroy(error);
      reject(error);
    };
    parser.on('file', (name, stream, fileName) => {
      if (name !== field || file) {
        stream.resume();
        return;
      }
      file = stream;
      stream.on('error', () => {});
      resolve({ name: baseName(fileName), chunks: stream });
    });
    parser.on('error', () => fail(malformed()));
    parser.on('finish', () => reject(missing()));
    body.on('error', fail);
    body.on('close', () => {
      if (!body.readableEnded) fail(Object.assign(new Error('the sender went away'), { name: 'AbortError' }));
    });
    body.pipe(parser);
  });
}

/** Null where the header can't be parsed, e.g. a boundary longer than the parser takes. */
function createParser(headers: BusboyHeaders): BusboyInstance | null {
  try {
    return new Busboy({ headers, limits: LIMITS });
  } catch {
    return null;
  }
}

/**
 * Discards the rest of a rejected body so that its sender can read the response, and hangs up on longer ones.
 *
 * @param maxBytes bytes that are still read
 * @param ms time that they may take
 */
export function discardBody(body: Readable, maxBytes: number, ms = DISCARD_MS): void {
  let left = maxBytes;
  const late = setTimeout(() => body.destroy(), ms);
  for (const end of ['end', 'close']) body.once(end, () => clearTimeout(late));
  body.unpipe();
  // Its time may still run out.
  body.on('error', () => body.destroy());
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) body.destroy();
  });
  body.resume();
}

function baseName(name: string | undefined): string {
  const last = (name ?? '').split(/[\\/]/).at(-1) ?? '';
  const clean = last.replace(/[\p{C}]/gu, '').trim();
  return clean.slice(-MAX_NAME) || 'archivo.csv';
}
