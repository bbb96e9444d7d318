import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/domain/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { clientPayments, flaggedPayments } from '#shared/ops/payments.ts';
import * as calls from '#shared/payments.ts';
import { beginPayment } from './begin-payment.ts';
import { cancelPaymentOf } from './cancel-payment.ts';
import { flaggedPaymentsOf, paymentsOfClient } from './operator-payment.ts';
import { listPaymentsOf } from './payment-list.ts';
import { resultOf } from './payment-result.ts';
import { paymentWebhook } from './payment-webhook.ts';

export function paymentRoutes(mount: Mount, deps: Deps, http: FastifyInstance): void {
  mount.client(calls.listPayments, ({ caller, query }) => listPaymentsOf(deps, caller.clientId, query));
  mount.client(calls.createPayment, ({ caller, body, idempotencyKey }) =>
    beginPayment(deps, caller, body.orders, idempotencyKey),
  );
  mount.client(calls.cancelPayment, ({ caller, params }) => cancelPaymentOf(deps, caller, params.id));
  mount.client(calls.paymentResult, ({ caller, query }) => resultOf(deps, caller, query));
  mount.operator(flaggedPayments, ({ query }) => flaggedPaymentsOf(deps, query));
  mount.operator(clientPayments, ({ params, query }) => paymentsOfClient(deps, params.clientId, query));
  paymentWebhook(http, deps);
}
