import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';

/** A file that is being received. */
export interface Upload {
  /** File name without folders. */
  name: string;
  chunks: AsyncIterable<Buffer>;
}

/** Limits of a form: one file, and a few small fields, which are ignored. */
const LIMITS = { files: 1, fields: 5, parts: 10, fieldSize: 1024, headerPairs: 50 };

/** Maximum length of a file name, in characters. Names are only shown, so a longer one keeps its end, with the extension. */
const MAX_NAME = 120;

const ONE_FILE = 'Enviá un solo archivo por vez';

/** Timeout of an upload, in ms. */
export const UPLOAD_MS = 10 * MINUTE_MS;

/** Timeout for discarding the rest of a rejected body, in ms. */
const DISCARD_MS = MINUTE_MS;

/**
 * Starts reading the one file of a multipart body as a stream, without buffering the file.
 *
 * @param body unparsed body
 * @param field form field of the file
 * @throws Failure 422 when the file is missing. The chunks throw when the body ends early or times out, or has another file
 */
export function readUpload(body: Readable, headers: IncomingMessage['headers'], field: string): Promise<Upload> {
  const malformed = () => new Failure(422, messages.value, [{ field, message: messages.value }]);
  const missing = () => refusedField(field, 'Elegí un archivo CSV');
  const type = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b.*boundary=/i.test(type)) return Promise.reject(missing());
  return new Promise((resolve, reject) => {
    const parser = createParser({ ...headers, 'content-type': type });
    if (!parser) return reject(malformed());
    let file: Readable | null = null;
    const rest = Promise.withResolvers<void>();
    rest.promise.catch(() => {});
    // Fails the reader of the file, or the wait for the file.
    const fail = (error: Error) => {
      body.unpipe(parser);
      file?.destroy(error);
      rest.reject(error);
      reject(error);
    };
    parser.on('file', (name, stream, fileName) => {
      if (name !== field || file) {
        stream.resume();
        return;
      }
      file = stream;
      stream.on('error', () => {});
      resolve({ name: baseName(fileName), chunks: untilEndOf(rest.promise, stream) });
    });
    parser.on('error', () => fail(malformed()));
    // Ignoring a second file would lose its rows.
    parser.on('filesLimit', () => fail(refusedField(field, ONE_FILE)));
    parser.on('finish', () => {
      rest.resolve();
      reject(missing());
    });
    body.on('error', fail);
    body.on('close', () => {
      if (!body.readableEnded) fail(Object.assign(new Error('the client disconnected'), { name: 'AbortError' }));
    });
    body.pipe(parser);
  });
}

/** Returns the chunks of a file. They end when the rest of the form was read, too, because it may have another file. */
async function* untilEndOf(rest: Promise<void>, file: Readable): AsyncGenerator<Buffer> {
  yield* file;
  await rest;
}

/** @returns null when the header can't be parsed, e.g. because its boundary is too long */
function createParser(headers: BusboyHeaders): BusboyInstance | null {
  try {
    return new Busboy({ headers, limits: LIMITS });
  } catch {
    return null;
  }
}

/**
 * Discards the rest of a rejected body so that the client can read the response.
 *
 * @param maxBytes bytes after which the connection is closed
 * @param ms time after which the connection is closed
 */
export function discardBody(body: Readable, maxBytes: number, ms = DISCARD_MS): void {
  let left = maxBytes;
  const late = setTimeout(() => body.destroy(), ms);
  for (const end of ['end', 'close']) body.once(end, () => clearTimeout(late));
  body.unpipe();
  // The body's timeout may still emit an error.
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
