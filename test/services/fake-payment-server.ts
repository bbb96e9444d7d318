import type { ServerResponse } from 'node:http';
import { manifestOf, signManifest } from '#server/integrations/payment/webhook-signature.ts';
import { type FakeServer, type FakeServerRequest, startFakeServer } from './fake-server.ts';

const ACCESS_TOKEN = 'TEST-1234-token';
export const WEBHOOK_SECRET = 'a secret that the payment provider shares';

interface Preference {
  id: string;
  reference: string;
  amount: number;
  expired: boolean;
  notificationUrl: string;
}

interface SentPreference {
  items: { unit_price: number; quantity: number; currency_id: string }[];
  external_reference: string;
  notification_url: string;
  back_urls: { success?: string };
  auto_return?: string;
}

/** A payment attempt, with the names of the payment provider's API. */
export interface Attempt {
  id: number;
  status: string;
  external_reference: string;
  transaction_amount: number;
  currency_id: string;
  date_created: string;
  date_last_updated: string;
}

/** A fake payment provider with the used part of Checkout Pro (facts §1): preferences, payments, their search. */
export interface FakePaymentServer {
  outside: FakeServer;
  /** For the gateway's settings. */
  settings: Record<string, string>;
  preferences: Map<string, Preference>;
  attempts: Map<number, Attempt>;
  /** Creates a payment attempt for a reference. */
  pay(reference: string | number, status: string, changes?: Partial<Attempt>): Attempt;
  change(attempt: Attempt, status: string): void;
  /** Replaces the response; null restores it. */
  fault(respond: Parameters<FakeServer['answer']>[0] | null): void;
  stop(): Promise<void>;
}

export async function startFakePaymentServer(): Promise<FakePaymentServer> {
  const outside = await startFakeServer();
  const preferences = new Map<string, Preference>();
  const begun = new Map<string, string>();
  const attempts = new Map<number, Attempt>();
  let fault: Parameters<FakeServer['answer']>[0] | null = null;
  let now = Date.parse('2026-03-05T15:00:00.000Z');
  const moment = () => new Date(++now).toISOString().replace('Z', '+00:00');

  outside.answer((request, response) => {
    if (fault) fault(request, response);
    else answer(request, response);
  });

  function answer({ method, path, headers, body }: FakeServerRequest, response: ServerResponse): void {
    const send = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (headers.authorization !== `Bearer ${ACCESS_TOKEN}`) return void send(401, { message: 'unauthorized' });
    const { pathname, searchParams } = new URL(path, 'http://x');
    const sent = body.length > 0 ? JSON.parse(body.toString()) : {};
    const [, preference] = /^\/checkout\/preferences\/([\w-]+)$/.exec(pathname) ?? [];
    const [, payment] = /^\/v1\/payments\/(\d+)$/.exec(pathname) ?? [];
    if (method === 'POST' && pathname === '/checkout/preferences') return void send(201, begin(sent, headers));
    if (method === 'PUT' && preference) {
      const known = preferences.get(preference);
      if (known && sent.expires) known.expired = true;
      return void send(known ? 200 : 404, {});
    }
    if (pathname === '/v1/payments/search') {
      const reference = searchParams.get('external_reference');
      const results = [...attempts.values()].filter((one) => one.external_reference === reference);
      return void send(200, { results, paging: { total: results.length } });
    }
    if (pathname === '/users/me') return void send(200, { id: 1, nickname: 'LOGISTICA SUR', site_id: 'MLA' });
    const found = payment && attempts.get(Number(payment));
    return void send(found ? 200 : 404, found || { message: 'Payment not found' });
  }

  function begin(sent: SentPreference, headers: FakeServerRequest['headers']) {
    const { items, external_reference, notification_url, back_urls, auto_return } = sent;
    if (auto_return && !back_urls.success) return { message: 'auto_return invalid' };
    const key = String(headers['x-idempotency-key'] ?? crypto.randomUUID());
    const id = begun.get(key) ?? `1234-${crypto.randomUUID()}`;
    begun.set(key, id);
    const [item] = items;
    preferences.set(id, {
      id,
      reference: external_reference,
      amount: (item?.unit_price ?? 0) * (item?.quantity ?? 0),
      expired: preferences.get(id)?.expired ?? false,
      notificationUrl: notification_url,
    });
    return { id, init_point: `https://www.mercadopago.com.ar/checkout/v1/redirect?pref_id=${id}` };
  }

  return {
    outside,
    settings: {
      MERCADOPAGO_URL: outside.url,
      MERCADOPAGO_ACCESS_TOKEN: ACCESS_TOKEN,
      MERCADOPAGO_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
    preferences,
    attempts,
    pay(reference, status, changes = {}) {
      const owed = [...preferences.values()].find((one) => one.reference === String(reference))?.amount ?? 0;
      const at = moment();
      const attempt: Attempt = {
        id: 10_000_000_000 + attempts.size,
        status,
        external_reference: String(reference),
        transaction_amount: owed,
        currency_id: 'ARS',
        date_created: at,
        date_last_updated: at,
        ...changes,
      };
      attempts.set(attempt.id, attempt);
      return attempt;
    },
    change(attempt, status) {
      attempts.set(attempt.id, Object.assign(attempt, { status, date_last_updated: moment() }));
    },
    fault(respond) {
      fault = respond;
    },
    stop: () => outside.stop(),
  };
}

/** Builds a webhook notification of an attempt; `secret` signs it, null leaves it unsigned. */
export function notificationOf(
  attempt: number | string,
  { secret = WEBHOOK_SECRET as string | null, reference = '' } = {},
): { path: string; init: RequestInit } {
  const id = String(attempt);
  const [requestId, ts] = [crypto.randomUUID(), '1772722800000'];
  const query = new URLSearchParams({
    source_news: 'webhooks',
    ...(reference && { reference }),
    'data.id': id,
    type: 'payment',
  });
  const signed = secret === null ? '' : `ts=${ts},v1=${signManifest(manifestOf({ id, requestId, ts }), secret)}`;
  return {
    path: `/api/webhooks/mercadopago?${query}`,
    init: {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-request-id': requestId,
        ...(signed && { 'x-signature': signed }),
      },
      body: JSON.stringify({ action: 'payment.updated', type: 'payment', data: { id } }),
    },
  };
}
