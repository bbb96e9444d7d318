import type { Mail } from '#server/integrations/mail/mailer.ts';
import { createPayments } from '#server/integrations/payment/create-payments.ts';
import {
  checkoutExpirations,
  endedOrderPayments,
  paymentNotifications,
  paymentPolls,
} from '#server/money/domain/payment-queues.ts';
import {
  expireCheckout,
  pollPayment,
  processNotification,
  refreshPayment,
} from '#server/money/payment/attempt/payment-jobs.ts';
import { paymentMails, sendPaymentMail } from '#server/money/payment/attempt/payment-mail.ts';
import { paymentRoutes } from '#server/money/payment/payment.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { createPayment } from '#shared/money/payments.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { createFakeJobs, type FakeJobs } from './fake-jobs.ts';
import { newOrder, shipment } from './order-factory.ts';
import { startTestGateway, type TestClient, type TestGateway } from './test-gateway.ts';

/** Fixture for prepaid orders and their payments over HTTP; the test decides when jobs run. */
export interface PrepaidFixture {
  gateway: TestGateway;
  jobs: FakeJobs;
  mails: Mail[];
  /** Creates a prepaid client. */
  client(): Promise<TestClient>;
  /** Creates orders with these numbers of parcels. @returns ids */
  orders(by: TestClient, ...parcels: number[]): Promise<number[]>;
  /** Starts a payment. @returns its id */
  begin(by: TestClient, orders: readonly (number | string)[]): Promise<number>;
  /** Runs all due jobs and the jobs that they queue, without the polling of payments. */
  work(): Promise<void>;
  /** Runs the waiting polling jobs, each at its due time. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPrepaidFixture(
  settings: NodeJS.ProcessEnv,
  features: Parameters<typeof startTestGateway>[0] = [],
): Promise<PrepaidFixture> {
  const jobs = createFakeJobs();
  const mails: Mail[] = [];
  const gateway = await startTestGateway([orderRoutes, shipmentRoutes, paymentRoutes, ...features], settings, {
    jobs,
    mailer: { send: async (mail) => void mails.push(mail), close: async () => {} },
  });
  const { deps } = gateway;
  deps.payments = createPayments(deps.config, deps.db);
  return {
    gateway,
    jobs,
    mails,
    client: () => gateway.addClient({ prepago: true }),
    async orders(by, ...parcels) {
      const ids: number[] = [];
      for (const count of parcels) {
        const shipments = Array.from({ length: count }, () => shipment());
        const { body } = await gateway.call(createOrder, { by, body: newOrder({ shipments }) });
        ids.push(body.results.id);
      }
      return ids;
    },
    async begin(by, orders) {
      const { status, body } = await gateway.call(createPayment, { by, body: { orders: [...orders] as never } });
      if (status !== 200) throw new Error(`the payment was refused: ${status} ${body.message}`);
      return body.results.id;
    },
    async work() {
      for (const notification of jobs.take(paymentNotifications)) await processNotification(deps, notification);
      for (const place of jobs.take(endedOrderPayments)) await refreshPayment(deps, place);
      for (const place of jobs.take(checkoutExpirations)) await expireCheckout(deps, place);
      for (const place of jobs.take(paymentMails)) await sendPaymentMail(deps, place);
    },
    async look() {
      const due = jobs.queued
        .filter(({ queue }) => queue === paymentPolls.name)
        .map(({ afterSeconds }) => afterSeconds);
      for (const [index, place] of jobs.take(paymentPolls).entries()) {
        const clock = () => new Date(deps.clock().getTime() + (due[index] ?? 0) * 1000);
        await pollPayment({ ...deps, clock }, place);
      }
    },
    stop: () => gateway.stop(),
  };
}
