import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createLocalRateLimit } from '#server/cluster/rate-limit.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { pageHeaders, SCRIPTLESS_POLICY } from '#server/platform/http/headers.ts';
import { toFailure } from '#server/platform/http/response/error-handler.ts';
import { ipNetwork } from '#server/platform/network/ip-network.ts';
import type { Failure } from '#shared/kit/http/failure.ts';
import { waitText } from '#shared/kit/wait-text.ts';
import { errorPage, notFoundPage, searchPage, trackingSite } from './layout.ts';
import type { TrackingSource } from './tracking.ts';
import { trackingPage } from './tracking-page.ts';

/** Style sheets, sent as one file. */
const STYLES = ['theme.css', 'tracking.css'];

/** The portal's font, so that buyers see the brand as senders do. */
const FONT = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

/** Rate limit of tracking pages per visitor's network. */
const VIEWS_PER_MINUTE = 60;

type TrackingDeps = Pick<Deps, 'config' | 'clock' | 'log'>;

/** Registers `/seguimiento/{tracking id or label}`, where buyers follow their shipments without login (readings C37). */
export function trackingRoutes(http: FastifyInstance, deps: TrackingDeps, source: TrackingSource): void {
  const font = readFileSync(createRequire(import.meta.url).resolve(FONT));
  const fontUrl = `/seguimiento/inter-${hashOf(font)}.woff2`;
  const style = [
    `@font-face{font-family:Inter;font-weight:100 900;font-display:swap;src:url("${fontUrl}") format("woff2")}`,
    ...STYLES.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')),
  ].join('\n');
  const styleUrl = `/seguimiento/estilo-${hashOf(style)}.css`;
  const site = trackingSite(deps.config, styleUrl);
  const rateLimitViews = createLocalRateLimit(VIEWS_PER_MINUTE, deps);
  const headers = {
    ...pageHeaders(deps.config.PUBLIC_URL.startsWith('https:'), SCRIPTLESS_POLICY),
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  };
  const send = (reply: FastifyReply, status: number, page: string) =>
    reply.status(status).headers(headers).type('text/html; charset=utf-8').send(page);

  const errorHandler = (error: FastifyError | Failure, request: FastifyRequest, reply: FastifyReply) => {
    const { status, message, retryAfter } = toFailure(error, request, deps.log);
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
    const title = status === 429 ? 'Hiciste muchas consultas' : 'No pudimos mostrar el seguimiento';
    const text = status === 429 ? `Probá de nuevo en ${waitText(retryAfter ?? 1)}.` : message;
    return send(reply, status, errorPage(site, title, text));
  };

  http.get<{ Querystring: { id?: unknown } }>('/seguimiento', { errorHandler }, async ({ query }, reply) => {
    const typed = typeof query.id === 'string' ? query.id : '';
    if (typed.trim() === '') return send(reply, 200, searchPage(site));
    const id = source.canonicalId(typed);
    if (!id) return send(reply, 404, notFoundPage(site));
    return reply.headers(headers).redirect(`/seguimiento/${encodeURIComponent(id)}`, 303);
  });

  http.get<{ Params: { '*': string } }>('/seguimiento/*', { errorHandler }, async ({ params, ip }, reply) => {
    rateLimitViews(ipNetwork(ip));
    const order = await source.read(params['*']);
    return order ? send(reply, 200, trackingPage(site, order, deps.clock())) : send(reply, 404, notFoundPage(site));
  });

  for (const [url, type, file] of [
    [styleUrl, 'text/css; charset=utf-8', style],
    [fontUrl, 'font/woff2', font],
  ] as const) {
    http.get(url, async (_request, reply) =>
      reply
        .headers(pageHeaders(false, SCRIPTLESS_POLICY))
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type(type)
        .send(file),
    );
  }
}

/** Returns a short hash of a file for its URL, so that a browser may keep the file for ever. */
const hashOf = (file: string | Buffer) => createHash('sha256').update(file).digest('hex').slice(0, 12);
