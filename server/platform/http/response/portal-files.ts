import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CONSOLE_POLICY, pageHeaders } from '#server/platform/http/headers.ts';
import type { ConsoleHost } from '#server/platform/http/request/console-host.ts';
import { notFound } from './error-handler.ts';
import { escapeHtml } from './html.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
};

/** Output folder of the portal's build. */
export const BUILT_PORTAL = join(import.meta.dirname, '..', '..', '..', '..', 'dist', 'web');

type Encoding = 'br' | 'gzip' | 'identity';

interface PortalFile {
  type: string;
  etag: string;
  /** Whether the name contains a content hash, so that browsers may cache the file forever. */
  immutable: boolean;
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer };
}

/** Returns the URL path of the provider's logo, or ''. @param logo file path of the picture, or '' */
export const logoPath = (logo: string) => logo && `/marca${extname(logo)}`;

/** Entries of the build, which are served at the paths of their screens. */
const PAGES = ['/index.html', '/console.html'];

/** The provider's brand: `BRAND_NAME`, and the file path of `BRAND_LOGO`, or ''. */
interface PortalBrand {
  name: string;
  logo: string;
}

/** Name in the built pages. */
const OUR_NAME = /\bRemito\b/g;

/**
 * Reads the built portal into memory, with the compressed copy of each file. The pages name the provider: they are read before the
 * portal's code runs, by link previews, and without JavaScript.
 *
 * @throws when the folder has no index.html
 */
export async function readPortal(folder: string, { name: brand, logo }: PortalBrand): Promise<Map<string, PortalFile>> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const files = new Map<string, PortalFile>();
  for (const name of names.filter((path) => extname(path) in TYPES)) {
    const path = `/${relative(folder, name).split(sep).join('/')}`;
    const file = await readPortalFile(name, path, names);
    files.set(path, PAGES.includes(path) && brand !== 'Remito' ? withBrand(file, brand) : file);
  }
  if (logo) files.set(logoPath(logo), await readPortalFile(logo, logoPath(logo), []));
  if (!files.has('/index.html')) throw new Error(`${folder} contains no built portal`);
  return files;
}

function withBrand(file: PortalFile, brand: string): PortalFile {
  const text = file.bodies.identity.toString('utf8').replace(OUR_NAME, () => escapeHtml(brand));
  const identity = Buffer.from(text);
  const bodies = { identity, br: brotliCompressSync(identity), gzip: gzipSync(identity) };
  return { ...file, etag: etagOf(identity), bodies };
}

const etagOf = (body: Buffer) => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

async function readPortalFile(name: string, path: string, names: readonly string[]): Promise<PortalFile> {
  const identity = await readFile(name);
  return {
    type: TYPES[extname(name)] as string,
    etag: etagOf(identity),
    immutable: path.startsWith('/assets/'),
    bodies: {
      identity,
      ...(names.includes(`${name}.br`) && { br: await readFile(`${name}.br`) }),
      ...(names.includes(`${name}.gz`) && { gzip: await readFile(`${name}.gz`) }),
    },
  };
}

/** How the portal is served. */
export interface PortalOptions {
  https: boolean;
  /** Where the pages of the provider's staff are; null before another gateway, where there are none. */
  console: ConsoleHost | null;
}

/**
 * Serves the portal's files, index.html for every path of a screen, and console.html for the staff's pages. Bypasses Fastify's
 * reply hooks, which would cost more than the file itself.
 */
export function servePortal(
  app: FastifyInstance,
  files: Map<string, PortalFile>,
  { https, console }: PortalOptions,
): void {
  const headers = { portal: pageHeaders(https), console: pageHeaders(https, CONSOLE_POLICY) };
  // Served from memory even under pressure: a page with missing code is broken, a page with missing data retries.
  const config = { pressureHandler: () => undefined };
  app.get('/*', { config }, (request, reply) => {
    const path = request.url.split('?', 1)[0] as string;
    const [entry, page] = console?.isPage(request)
      ? (['console', '/console.html'] as const)
      : (['portal', '/index.html'] as const);
    const known = PAGES.includes(path) ? undefined : files.get(path);
    const file = known ?? (PAGES.includes(path) || isScreen(path) ? files.get(page) : undefined);
    if (!file) return notFound(request, reply);
    reply.hijack();
    sendFile(request, reply.raw, file, headers[entry]);
  });
}

/**
 * Returns whether a path may be that of a screen. It contains no dots, double slashes or escapes of dots, slashes, backslashes, `%`
 * and control characters: /.env, /..%2f and /backup.zip get 404. Other escapes are of mistyped numbers, for which the screen has a
 * sentence.
 */
function isScreen(path: string): boolean {
  const plain = path.replace(/%(?![01]|2[5ef]|5c|7f)[\da-f]{2}/gi, '_');
  return !path.startsWith('/api') && !path.startsWith('/dev') && /^(\/[\w~-]+)*\/?$/.test(plain);
}

function sendFile(
  request: FastifyRequest,
  response: ServerResponse,
  file: PortalFile,
  headers: Record<string, string>,
) {
  const responseHeaders: Record<string, string | number> = {
    ...headers,
    etag: file.etag,
    vary: 'accept-encoding',
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  if (request.headers['if-none-match'] === file.etag) {
    response.writeHead(304, responseHeaders).end();
    return;
  }
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name) && file.bodies[name]);
  const body = (encoding && file.bodies[encoding]) ?? file.bodies.identity;
  if (encoding) responseHeaders['content-encoding'] = encoding;
  responseHeaders['content-type'] = file.type;
  responseHeaders['content-length'] = body.length;
  response.writeHead(200, responseHeaders).end(request.method === 'HEAD' ? undefined : body);
}
