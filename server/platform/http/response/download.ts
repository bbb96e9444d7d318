import type { Readable } from 'node:stream';
import { percentEncoded } from '#server/platform/http/request/percent-encoded.ts';

/** A file as a response. The name may be any text; the header escapes it. */
export class Download {
  readonly type: string;
  readonly name: string;
  readonly body: Readable | Buffer | string;
  constructor(type: string, name: string, body: Readable | Buffer | string) {
    this.type = type;
    this.name = name;
    this.body = body;
  }
}

/** Returns a `Content-Disposition` header (RFC 6266) with an ASCII file name for old browsers and the full name. */
export function contentDisposition(name: string, kind: 'inline' | 'attachment' = 'inline'): string {
  const clean = name.slice(0, 120).replace(/[\p{C}/\\:*?"<>|]/gu, '_');
  const ascii = clean.normalize('NFD').replace(/[^\x20-\x7e]/g, '');
  const encoded = percentEncoded(clean);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
