import { cancelPayment, createPayment, listPayments, type Payment } from '#shared/money/payments.ts';
import { readOrder } from '#shared/orders/orders.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import type { PrepaidFixture } from '#test/fixtures/prepaid-fixture.ts';
import { notificationOf } from '#test/services/fake-payment-server.ts';

/** Payment actions of a client, and notifications about them; `me` returns the current client. */
export function createPaymentClient(world: () => PrepaidFixture, me: () => TestClient) {
  const gateway = () => world().gateway;
  const payments = async (query: object = {}, by = me()) => (await gateway().call(listPayments, { by, query })).body;
  return {
    payments,
    payment: async (id: number): Promise<Payment> => (await payments()).results.find((one) => one.id === id) as Payment,
    order: async (id: number) =>
      (await gateway().call(readOrder, { by: me(), params: { id: String(id) } })).body.results,
    pay: (orders: readonly (number | string)[], by = me(), key?: string) =>
      gateway().call(createPayment, { by, body: { orders: orders as never }, ...(key && { key }) }),
    cancel: (id: number | string, by = me()) => gateway().call(cancelPayment, { by, params: { id: String(id) } }),
    /** @returns the status of the response to the payment provider */
    async notify(...args: Parameters<typeof notificationOf>): Promise<number> {
      const { path, init } = notificationOf(...args);
      const answer = await gateway().fetch(path, init);
      await answer.arrayBuffer();
      return answer.status;
    },
  };
}
