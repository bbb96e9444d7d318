import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
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

/**
 * Begins to read the one file of a multipart body, without ever holding more of it than a piece.
 *
 * @param body as it comes, not parsed
 * @param field in which the file is expected
 * @throws Failure 422 when there is no such file; so do the chunks when the body breaks off or its time is over
 */
export function readUpload(body: Readable, headers: IncomingMessage['headers'], field: string): Promise<Upload> {
  const missing = () => new Failure(422, messages.fields, [{ field, message: 'Elegí un archivo CSV' }]);
  const type = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b.*boundary=/i.test(type)) return Promise.reject(missing());
  return new Promise((resolve, reject) => {
    const parser = new Busboy({ headers: { ...headers, 'content-type': type }, limits: LIMITS });
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
    parser.on('error', () => fail(new Failure(422, messages.value)));
    parser.on('finish', () => reject(missing()));
    body.on('error', fail);
    body.on('close', () => {
      if (!body.readableEnded) fail(Object.assign(new Error('the sender went away'), { name: 'AbortError' }));
    });
    body.pipe(parser);
  });
}

/**
 * Reads on what nobody wants any more, so that its sender gets to read the answer; who sends on and on is hung up on.
 *
 * @param most bytes that are still read
 */
export function drain(body: Readable, most: number): void {
  let left = most;
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
