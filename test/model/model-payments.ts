import { expect } from 'vitest';
import { notificationOf } from '#test/services/fake-payment-server.ts';
import type { StepOf } from './model-steps.ts';
import type { ModelWorld } from './model-world.ts';

/** Payments with whether all shipments of one of their orders have ended. */
export const PAYMENTS_WITH_ENDED_ORDER = `SELECT m.id, EXISTS (
    SELECT FROM merchant_order_lines l WHERE l.merchant_order_id = m.id AND NOT EXISTS (
      SELECT FROM shipments s WHERE s.client_id = l.client_id AND s.order_pk = l.order_pk
        AND (s.state_code IS NULL OR s.state_code NOT IN
          ('entregado', 'entregado_danio', 'devuelto', 'siniestrado', 'extraviado', 'expirado', 'cancelado')))) AS ended
  FROM merchant_orders m WHERE m.id = ANY ($1)`;

/** Changes the state of a payment at the payment provider and sends notifications of it. */
export async function notifyPayment(
  { begun, servers, gateway }: ModelWorld,
  { pick, status, copies, forged }: StepOf<'notify'>,
): Promise<void> {
  const payment = begun[pick % begun.length];
  if (!payment) return;
  const attempt = servers.payments.pay(payment.id, status);
  const signed = forged ? { secret: 'guessed' } : {};
  for (let copy = 0; copy < copies; copy++) {
    const { path, init } = notificationOf(attempt.id, { reference: String(payment.id), ...signed });
    const answer = await gateway.fetch(path, init);
    expect(await answer.json().then(() => answer.status)).toBe(200);
  }
}
