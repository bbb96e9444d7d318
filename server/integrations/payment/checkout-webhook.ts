import { type Queue, queue } from '#server/cluster/jobs.ts';
import type { Config } from '#server/config/config.ts';
import { createEgress } from '#server/platform/network/egress.ts';
import { embeddedSecret } from './embedded-payment-provider.ts';
import { manifestOf, signManifest } from './webhook-signature.ts';

/** Webhook timings of the embedded provider, which simulate the behaviour of a real provider. `waits` are in seconds. */
export const NOTIFICATION_TIMINGS = {
  once: { label: 'Enseguida', waits: [0] },
  late: { label: 'Un minuto después', waits: [60] },
  twice: { label: 'Dos veces', waits: [0, 3] },
  never: { label: 'Nunca', waits: [] },
} as const satisfies Record<string, { label: string; waits: readonly number[] }>;

export type NotificationTiming = keyof typeof NOTIFICATION_TIMINGS;

/** Payload of a webhook job: the id of an attempt, and the reference of its checkout. */
interface AttemptNotification {
  attempt: number;
  reference: string;
}

export const notifications: Queue<AttemptNotification> = queue('embedded-notification');

/**
 * Sends a signed webhook about an attempt to this installation, over HTTP like a real provider.
 *
 * @param url address of the gateway
 * @throws Error for any status other than 200; the job then retries
 */
export async function sendNotification(
  { config, clock }: { config: Config; clock: () => Date },
  url: string,
  { attempt, reference }: AttemptNotification,
): Promise<void> {
  const egress = createEgress({ origins: [url], allowPrivateNetwork: true });
  const id = String(attempt);
  const [requestId, ts] = [crypto.randomUUID(), String(clock().getTime())];
  const signed = signManifest(manifestOf({ id, requestId, ts }), embeddedSecret(config));
  const query = new URLSearchParams({ source_news: 'webhooks', reference, 'data.id': id, type: 'payment' });
  const { status } = await egress(`${url}/api/webhooks/mercadopago?${query}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-request-id': requestId,
      'x-signature': `ts=${ts},v1=${signed}`,
    },
    body: JSON.stringify({ action: 'payment.updated', type: 'payment', data: { id }, live_mode: false }),
  });
  if (status !== 200) throw new Error(`the webhook was answered with ${status}`);
}
