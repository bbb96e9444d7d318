import { test as base } from './fixtures.ts';
import { OrderPage } from './order-page.ts';

/** Tests that begin on the form of a new order, of a sender who pays later. */
export const test = base.extend<{ order: OrderPage }>({
  order: async ({ page, logIn }, use) => {
    await logIn('basico');
    const order = new OrderPage(page);
    await order.openByLink();
    await use(order);
  },
});
