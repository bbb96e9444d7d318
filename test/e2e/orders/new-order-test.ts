import { test as base } from '#test/e2e/fixtures.ts';
import { OrderPage } from './order-page.ts';

/** Fixture for tests that start on the form of a new order, of a sender without prepayment. */
export const test = base.extend<{ order: OrderPage }>({
  order: async ({ page, logIn }, use) => {
    await logIn('basico');
    const order = new OrderPage(page);
    await order.openByLink();
    await use(order);
  },
});
