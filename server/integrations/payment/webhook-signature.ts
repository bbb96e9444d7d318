import { createHmac } from 'node:crypto';
import { constantTimeEqual } from '#server/platform/secrets/hmac.ts';
import type { Notification } from './payment-provider.ts';

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/**
 * Builds the signed text of a webhook (facts §1.4) from the id in the URL, the request's id and the time. Leaves missing parts
 * out.
 *
 * @param parts ts: milliseconds since 1970, as text
 */
export function manifestOf({ id, requestId, ts }: { id: string; requestId: string; ts: string }): string {
  return [id && `id:${id};`, requestId && `request-id:${requestId};`, ts && `ts:${ts};`].join('');
}

/** Signs a manifest. @returns HMAC-SHA256 in hexadecimal */
export function signManifest(manifest: string, secret: string): string {
  return createHmac('sha256', secret).update(manifest).digest('hex');
}

/**
 * Verifies the header `x-signature: ts=…,v1=…` of a webhook. Accepts the id unchanged or in lower case, because the provider's
 * documentation and its libraries differ. Ignores the age, because a webhook only causes a read from the provider, so a replay
 * is harmless.
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
  return [id, id.toLowerCase()].some((signedId) =>
    constantTimeEqual(signManifest(manifestOf({ id: signedId, requestId, ts }), secret), signature),
  );
}
