import type { FastifyInstance } from 'fastify';
import { createNodeWindow } from '#server/cluster/rate-limit.ts';
import type { Deps } from '#server/domain/deps.ts';
import { paymentReads } from '#server/domain/payment-queues.ts';
import { numericId } from '#server/domain/resolve.ts';
import type { Notification } from '#server/integrations/payment/payment-provider.ts';
import { networkOf } from '#server/platform/network.ts';
import { ownerOf, ownerOfAttempt } from './payment.store.ts';
import { readOnHint } from './payment-hint.ts';

/** Notifications a minute and sender; more are dropped, what they told of is found by asking. */
const MOST = 600;

/** Largest body that is taken, in bytes. Nothing in it is used: what counts stands in the address and is signed. */
const MOST_BYTES = 64 * 1024;

/**
 * `POST /api/webhooks/mercadopago` (readings C42): always 200, whatever comes. A notification is a hint: nothing that it
 * says is believed, it only leads to the provider being asked.
 */
export function paymentWebhook(http: FastifyInstance, deps: Deps): void {
  const count = createNodeWindow(MOST, deps);
  http.register(async (webhook) => {
    webhook.removeAllContentTypeParsers();
    webhook.addContentTypeParser('*', { parseAs: 'buffer' }, async () => null);
    webhook.setErrorHandler((_error, _request, reply) => reply.status(200).send(RECEIVED));
    webhook.post('/api/webhooks/mercadopago', { bodyLimit: MOST_BYTES }, async (request) => {
      const { query, headers, ip } = request;
      try {
        count(networkOf(ip));
        await receive(deps, { query: Object(query), headers });
      } catch (error) {
        deps.log.warn({ requestId: request.id, code: (error as { code?: string }).code }, 'a notification was dropped');
      }
      return RECEIVED;
    });
  });
}

const RECEIVED = { message: 'Recibido' };

async function receive(deps: Deps, notification: Notification): Promise<void> {
  const { query } = notification;
  const attempt = textOf(query['data.id']) ?? textOf(query.id);
  const type = textOf(query.type) ?? textOf(query.topic);
  if (attempt !== null && type === 'payment' && deps.payments?.isGenuine(notification)) {
    await deps.db.withoutClient((trx) => deps.jobs.enqueue(trx, paymentReads, { attempt }));
    return;
  }
  const place = await openPlace(deps, attempt, textOf(query.reference));
  if (place) await readOnHint(deps, place);
}

/** Longest id of an attempt. */
const MOST_DIGITS = 40;

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= MOST_DIGITS && !value.includes('\0')
    ? value
    : null;
}

/** The payment that an unproved notification is about, if it is one of ours: by the attempt, else by our own reference. */
async function openPlace(deps: Deps, attempt: string | null, reference: string | null) {
  const id = reference === null ? null : numericId(reference);
  return deps.db.withoutClient(async (trx) => {
    const known = attempt === null ? null : await ownerOfAttempt(trx, attempt);
    if (known) return { clientId: known.client_id, id: known.merchant_order_id };
    const clientId = id === null ? null : await ownerOf(trx, id);
    return id === null || clientId === null ? null : { clientId, id };
  });
}
