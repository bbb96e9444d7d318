import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Jobs } from '#server/cluster/jobs.ts';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/db/database.ts';
import { pageHeaders, SCRIPTLESS_POLICY } from '#server/platform/http/headers.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { attemptsBy, findCheckout, type StoredCheckout } from './checkout.store.ts';
import { ATTEMPT_ACTIONS, blockingAttempt, change, PAY_ACTIONS, pay, returnAddress } from './checkout-actions.ts';
import { type CheckoutSite, checkoutPage } from './checkout-page.ts';
import { NOTIFICATION_TIMINGS, type NotificationTiming } from './checkout-webhook.ts';
import { hasEmbeddedPayments } from './create-payments.ts';

type Tools = { config: Config; db: Database; jobs: Jobs; clock: () => Date };

const STYLE = readFileSync(join(import.meta.dirname, 'checkout.css'), 'utf8');
const STYLE_URL = `/dev/pago/estilo-${createHash('sha256').update(STYLE).digest('hex').slice(0, 12)}.css`;

/** Mounts `/dev/pago/{id}`, the checkout of the embedded payment provider. Exists only in a demonstration. */
export function checkoutRoutes(http: FastifyInstance, deps: Tools): void {
  if (!hasEmbeddedPayments(deps.config)) return;
  const site: CheckoutSite = { brand: deps.config.BRAND_NAME, styleUrl: STYLE_URL };

  async function show(reply: FastifyReply, checkout: StoredCheckout, notice?: string) {
    const attempts = await attemptsBy(deps.db, 'c.id', checkout.id);
    return reply
      .headers(pageHeaders(false, SCRIPTLESS_POLICY))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(checkoutPage(site, checkout, attempts, notice));
  }

  http.get(STYLE_URL, async (_request, reply) =>
    reply
      .headers(pageHeaders(false, SCRIPTLESS_POLICY))
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('text/css; charset=utf-8')
      .send(STYLE),
  );

  http.get<{ Params: { id: string } }>('/dev/pago/:id', async (request, reply) =>
    show(reply, await checkoutOf(deps, request)),
  );

  http.post<{ Params: { id: string } }>('/dev/pago/:id', async (request, reply) => {
    const checkout = await checkoutOf(deps, request);
    const form = Object(request.body) as Record<string, unknown>;
    const timing = nameIn(NOTIFICATION_TIMINGS, form.notify) ?? 'once';
    const action = nameIn(PAY_ACTIONS, form.pay);
    if (form.leave !== undefined) {
      const attempts = await attemptsBy(deps.db, 'c.id', checkout.id);
      return leave(reply, returnAddress(checkout, blockingAttempt(attempts)));
    }
    if (!action) return show(reply, checkout, 'Elegí qué pasa con el pago');
    const attempt = await pay(deps, checkout, action, timing);
    if (!attempt) return show(reply, checkout, 'Este pago ya no se puede pagar');
    return leave(reply, returnAddress(checkout, attempt));
  });

  http.post<{ Params: { id: string; attempt: string } }>('/dev/pago/:id/:attempt', async (request, reply) => {
    const checkout = await checkoutOf(deps, request);
    const form = Object(request.body) as Record<string, unknown>;
    const action = nameIn(ATTEMPT_ACTIONS, form.change);
    const attempts = await attemptsBy(deps.db, 'c.id', checkout.id);
    const attempt = attempts.find(({ id }) => String(id) === request.params.attempt);
    if (!action || !attempt) throw new Failure(404, messages.notFound);
    const timing: NotificationTiming = nameIn(NOTIFICATION_TIMINGS, form.notify) ?? 'once';
    await change(deps, checkout, attempt.id, action, timing);
    return leave(reply, `/dev/pago/${checkout.id}`);
  });
}

async function checkoutOf({ db }: Tools, { params }: FastifyRequest<{ Params: { id: string } }>) {
  const checkout = /^[\w-]{1,40}$/.test(params.id) ? await findCheckout(db, params.id) : null;
  if (!checkout) throw new Failure(404, messages.notFound);
  return checkout;
}

/** Returns the key of a table that a form field contains, or undefined. */
function nameIn<K extends string>(table: Readonly<Record<K, unknown>>, value: unknown): K | undefined {
  return (Object.keys(table) as K[]).find((key) => key === value);
}

function leave(reply: FastifyReply, address: string) {
  return reply.headers(pageHeaders(false, SCRIPTLESS_POLICY)).redirect(address, 303);
}
