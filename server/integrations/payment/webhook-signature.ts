import { createHmac } from 'node:crypto';
import { constantTimeEqual } from '#server/platform/hmac.ts';
import type { Notification } from './payment-provider.ts';

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/**
 * What is signed (facts.md §1.4): the id of the address, the request's id and the moment; what is missing is left out.
 *
 * @param ts milliseconds since 1970, as text
 */
export function manifestOf({ id, requestId, ts }: { id: string; requestId: string; ts: string }): string {
  return [id && `id:${id};`, requestId && `request-id:${requestId};`, ts && `ts:${ts};`].join('');
}

/** HMAC-SHA256 of a manifest in hexadecimal digits. */
export function signManifest(manifest: string, secret: string): string {
  return createHmac('sha256', secret).update(manifest).digest('hex');
}

/**
 * Whether the header `x-signature: ts=…,v1=…` is the provider's. An id may be signed as it came or in lower case: the
 * provider's documents and its libraries differ. How old it is doesn't matter: what it leads to is only a question.
 */
export function verifySignature({ query, headers }: Notification, secret: string): boolean {
  const parts = new Map(
    text(headers['x-signature'])
      .split(',')
      .map((part) => {
        const [key = '', ...value] = part.split('=');
        return [key.trim(), value.join('=').trim()] as const;
      }),
  );
  const [ts = '', signature = ''] = [parts.get('ts'), parts.get('v1')];
  if (secret === '' || ts === '' || signature === '') return false;
  const id = text(query['data.id']);
  const requestId = text(headers['x-request-id']);
  return [id, id.toLowerCase()].some((as) =>
    constantTimeEqual(signManifest(manifestOf({ id: as, requestId, ts }), secret), signature),
  );
}
