import type { Metrics } from '#server/cluster/metrics.ts';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/db/database.ts';
import { createEmbeddedProvider } from './embedded-payment-provider.ts';
import { createMercadoPago } from './mercado-pago.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** Creates the configured payment provider: Mercado Pago, the embedded one in a demonstration, or null. */
export function createPayments(config: Config, db: Database, metrics?: Metrics): PaymentProvider | null {
  if (config.MERCADOPAGO_ACCESS_TOKEN) {
    const account = {
      url: config.MERCADOPAGO_URL,
      accessToken: config.MERCADOPAGO_ACCESS_TOKEN,
      webhookSecret: config.MERCADOPAGO_WEBHOOK_SECRET,
      publicUrl: config.PUBLIC_URL,
    };
    return createMercadoPago(account, metrics?.egress('payments'));
  }
  return hasEmbeddedPayments(config) ? createEmbeddedProvider(config, db) : null;
}

/** Whether payments are simulated. Only in a demonstration, never in production. */
export function hasEmbeddedPayments({ DEMO, MERCADOPAGO_ACCESS_TOKEN }: Config): boolean {
  return DEMO && MERCADOPAGO_ACCESS_TOKEN === '';
}
