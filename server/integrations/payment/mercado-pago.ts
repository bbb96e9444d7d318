import * as z from 'zod/mini';
import type { EgressMetrics } from '#server/platform/network/egress.ts';
import { createEgress, EgressError, type EgressResponse } from '#server/platform/network/egress.ts';
import { assertOutsideTransaction } from '#server/platform/transaction-scope.ts';
import { type PaymentProvider, PaymentProviderError, type ProviderPayment } from './payment-provider.ts';
import { verifySignature } from './webhook-signature.ts';

export interface MercadoPagoAccount {
  /** Address of the API. */
  url: string;
  accessToken: string;
  webhookSecret: string;
  /** Address of the portal, for returning payers and for webhooks. */
  publicUrl: string;
}

/** Public host of the API. Any other host is a setting and may be on a private network. */
const OWN_HOST = 'api.mercadopago.com';

/** Hosts that payers may be redirected to. */
export const MERCADO_PAGO_HOSTS: readonly string[] = ['mercadopago.com.ar', 'mercadopago.com'];

const preference = z.object({ id: z.string(), init_point: z.string() });

const paymentId = z.union([z.number(), z.string()]);

const paymentSchema = z.object({
  id: paymentId,
  status: z.string(),
  external_reference: z.nullish(z.union([z.string(), z.number()])),
  transaction_amount: z.number(),
  currency_id: z.string(),
  date_created: z.nullish(z.string()),
  date_last_updated: z.nullish(z.string()),
});

const searchSchema = z.object({ results: z.array(paymentSchema) });

const accountSchema = z.object({ nickname: z.string(), site_id: z.string() });

/** Mercado Pago's code of Argentina. */
const ARGENTINA = 'MLA';

/** Maximum attempts that are read for a checkout. More attempts mean a payer who tests cards. */
const MAX_ATTEMPTS = 100;

/** Creates a client of Mercado Pago's Checkout Pro (facts §1). Uses the egress instead of the provider's library. */
export function createMercadoPago(account: MercadoPagoAccount, meter?: EgressMetrics): PaymentProvider {
  const { url, accessToken, webhookSecret, publicUrl } = account;
  const allowPrivateNetwork = new URL(url).hostname !== OWN_HOST;
  const egress = createEgress({ origins: [new URL(url).origin], allowPrivateNetwork, meter });

  async function send(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
    key?: string,
  ): Promise<EgressResponse> {
    assertOutsideTransaction('the payment provider');
    try {
      return await egress(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${accessToken}`,
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
          ...(key && { 'x-idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
    } catch (error) {
      throw error instanceof EgressError ? new PaymentProviderError(error.kind, error) : error;
    }
  }

  return {
    hosts: MERCADO_PAGO_HOSTS,

    async begin({ reference, title, amountCents }) {
      const back = `${publicUrl}/#close`;
      const item = { id: reference, title, quantity: 1, unit_price: amountCents / 100, currency_id: 'ARS' };
      const answer = await send(
        'POST',
        '/checkout/preferences',
        {
          items: [item],
          external_reference: reference,
          back_urls: { success: back, pending: back, failure: back },
          auto_return: 'approved',
          // Without `source_news` the provider also sends legacy notifications. `reference` is the payment's id.
          notification_url: `${publicUrl}/api/webhooks/mercadopago?source_news=webhooks&reference=${reference}`,
        },
        `preference-${reference}`,
      );
      const { id, init_point } = read(preference, answer);
      if (!isProviderAddress(init_point)) throw new PaymentProviderError('a checkout address on another host');
      return { preferenceId: id, initPoint: init_point };
    },

    async expire(preferenceId) {
      const now = new Date().toISOString();
      const body = { expires: true, expiration_date_to: now };
      const answer = await send('PUT', `/checkout/preferences/${encodeURIComponent(preferenceId)}`, body);
      if (answer.status !== 404) assertSuccess(answer);
    },

    async payment(id) {
      const answer = await send('GET', `/v1/payments/${encodeURIComponent(id)}`);
      // The provider answers some unknown ids with 400.
      if (answer.status === 404 || answer.status === 400) return null;
      return paymentOf(read(paymentSchema, answer));
    },

    async paymentsOf(reference) {
      const query = new URLSearchParams({
        external_reference: reference,
        sort: 'date_created',
        criteria: 'desc',
        limit: String(MAX_ATTEMPTS),
      });
      const { results } = read(searchSchema, await send('GET', `/v1/payments/search?${query}`));
      return results.map(paymentOf);
    },

    async account() {
      const { nickname, site_id } = read(accountSchema, await send('GET', '/users/me'));
      if (site_id !== ARGENTINA) throw new PaymentProviderError('another country');
      return { name: nickname };
    },

    hasValidSignature: (notification) => verifySignature(notification, webhookSecret),
  };
}

/** Whether a URL is a page of the provider (readings S13). */
export function isProviderAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, port } = new URL(address);
  const known = MERCADO_PAGO_HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  return protocol === 'https:' && known && username === '' && port === '';
}

function assertSuccess({ status }: EgressResponse): void {
  if (status < 200 || status >= 300) throw new PaymentProviderError(`status ${status}`);
}

function read<S extends z.ZodMiniType>(schema: S, answer: EgressResponse): z.output<S> {
  assertSuccess(answer);
  let body: unknown;
  try {
    body = JSON.parse(answer.body.toString('utf8'));
  } catch {
    throw new PaymentProviderError('no JSON');
  }
  const result = z.safeParse(schema, body);
  if (!result.success) throw new PaymentProviderError('unexpected JSON');
  return result.data;
}

function paymentOf(payment: z.output<typeof paymentSchema>): ProviderPayment {
  const { id, status, external_reference, transaction_amount, currency_id, date_created, date_last_updated } = payment;
  const changedAt = new Date(date_last_updated ?? date_created ?? Number.NaN);
  if (Number.isNaN(changedAt.getTime())) throw new PaymentProviderError('a payment without a date');
  return {
    id: String(id),
    reference: String(external_reference ?? ''),
    status,
    amountCents: Math.round(transaction_amount * 100),
    currency: currency_id,
    changedAt,
  };
}
