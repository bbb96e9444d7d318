import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/money/payments.ts';
import { clientPayments, closePaymentCase, flaggedPayments, readStaffPayment } from '#shared/money/staff-payments.ts';
import { paymentWebhook } from './attempt/payment-webhook.ts';
import { beginPayment } from './begin-payment.ts';
import { cancelPayment } from './cancel-payment.ts';
import { closePayment } from './payment-closure.ts';
import { listPayments } from './payment-list.ts';
import { readPaymentResult } from './payment-result.ts';
import { listClientPayments, listFlaggedPayments, readPayment } from './staff-payment.ts';

export function paymentRoutes(mount: Mount, deps: Deps, http: FastifyInstance): void {
  mount.client(calls.listPayments, ({ caller, query }) => listPayments(deps, caller.clientId, query));
  mount.client(calls.createPayment, ({ caller, body, idempotencyKey }) =>
    beginPayment(deps, caller, body.orders, idempotencyKey),
  );
  mount.client(calls.cancelPayment, ({ caller, params }) => cancelPayment(deps, caller, params.id));
  mount.client(calls.paymentResult, ({ caller, query }) => readPaymentResult(deps, caller, query));
  mount.provider(flaggedPayments, ({ query }) => listFlaggedPayments(deps, query));
  mount.provider(clientPayments, ({ params, query }) => listClientPayments(deps, params.clientId, query));
  mount.provider(readStaffPayment, async ({ params }) => ({ results: await readPayment(deps, params) }));
  mount.provider(closePaymentCase, async ({ caller, params, body }) => ({
    message: 'El caso se cerró',
    results: await closePayment(deps, caller, params, body),
  }));
  paymentWebhook(http, deps);
}
