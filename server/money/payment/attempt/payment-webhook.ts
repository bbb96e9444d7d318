import type { FastifyInstance } from 'fastify';
import { createLocalRateLimit } from '#server/cluster/rate-limit.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { Notification } from '#server/integrations/payment/payment-provider.ts';
import { paymentNotifications } from '#server/money/domain/payment-queues.ts';
import { findAttemptOwner, findPaymentOwner } from '#server/money/payment/payment.store.ts';
import { ipNetwork } from '#server/platform/network/ip-network.ts';
import { parseRowId } from '#shared/kit/row-id.ts';
import { pollOnUnverifiedNotification } from './unverified-notification.ts';

/** Rate limit per sender network. Notifications above it are dropped; polling finds their payments later. */
const NOTIFICATIONS_PER_MINUTE = 600;

/** Maximum body size in bytes. The body is ignored: the signed values are in the query string. */
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Registers the webhook `POST /api/webhooks/mercadopago` (readings C42), which always replies 200. A notification is
 * never trusted: it only triggers reading the payment from the provider.
 */
export function paymentWebhook(http: FastifyInstance, deps: Deps): void {
  const rateLimit = createLocalRateLimit(NOTIFICATIONS_PER_MINUTE, deps);
  http.register(async (webhook) => {
    webhook.removeAllContentTypeParsers();
    webhook.addContentTypeParser('*', { parseAs: 'buffer' }, async () => null);
    webhook.setErrorHandler((_error, _request, reply) => reply.status(200).send(RECEIVED));
    webhook.post('/api/webhooks/mercadopago', { bodyLimit: MAX_BODY_BYTES }, async (request) => {
      const { query, headers, ip } = request;
      try {
        rateLimit(ipNetwork(ip));
        await handleNotification(deps, { query: Object(query), headers });
      } catch (error) {
        deps.log.warn({ requestId: request.id, code: (error as { code?: string }).code }, 'a notification was dropped');
      }
      return RECEIVED;
    });
  });
}

const RECEIVED = { message: 'Recibido' };

async function handleNotification(deps: Deps, notification: Notification): Promise<void> {
  const { query } = notification;
  const attempt = textOf(query['data.id']) ?? textOf(query.id);
  const type = textOf(query.type) ?? textOf(query.topic);
  if (attempt !== null && type === 'payment' && deps.payments?.hasValidSignature(notification)) {
    await deps.db.withoutClient((trx) => deps.jobs.enqueue(trx, paymentNotifications, { attempt }));
    return;
  }
  const paymentKey = await findPaymentKey(deps, attempt, textOf(query.reference));
  if (paymentKey) await pollOnUnverifiedNotification(deps, paymentKey);
}

/** Maximum length of an attempt's id. */
const MAX_ID_LENGTH = 40;

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID_LENGTH && !value.includes('\0')
    ? value
    : null;
}

/**
 * Finds the payment of an unverified notification, by the attempt's id, else by our reference. Returns null if unknown.
 */
async function findPaymentKey(deps: Deps, attempt: string | null, reference: string | null) {
  const id = reference === null ? null : parseRowId(reference);
  return deps.db.withoutClient(async (trx) => {
    const known = attempt === null ? null : await findAttemptOwner(trx, attempt);
    if (known) return { clientId: known.client_id, id: known.merchant_order_id };
    const clientId = id === null ? null : await findPaymentOwner(trx, id);
    return id === null || clientId === null ? null : { clientId, id };
  });
}
