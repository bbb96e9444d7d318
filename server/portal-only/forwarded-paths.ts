import { posix } from 'node:path';

/** What is no client's: the provider's entry, notifications of payments, documents and calls of our own server. */
const KEPT_BACK = ['/api/ops', '/api/webhooks', '/api/portal', '/api/service', '/api/openapi.json'];

/**
 * Whether a path goes on to the gateway (readings R4): what is below `/api` and isn't kept back, however it is spelt.
 *
 * @param path as it came, without its query
 */
export function isForwarded(path: string): boolean {
  const plain = plainPath(path);
  return plain.startsWith('/api/') && !KEPT_BACK.some((kept) => plain === kept || plain.startsWith(`${kept}/`));
}

/** The path that a lenient gateway would read: decoded, with its dots resolved, in small letters. */
function plainPath(path: string): string {
  let plain = path;
  for (let turn = 0; turn < 3; turn += 1) plain = decoded(plain);
  return posix.normalize(plain.replaceAll('\\', '/')).toLowerCase();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
