import { fold } from '#shared/kit/text/fold.ts';
import { isOwnPickup, type ShopFormat } from './shop-format.ts';

/**
 * Export of Shopify: «Orders», «Export», a file `orders_export.csv` with commas in UTF-8. One row is one item; from an
 * order's second row on, only number, e-mail and item are filled. Headers are English in any language of the shop.
 *
 * Headers as of November 2026, from Shopify's table of the order export as public programs quote it in 2025 and 2026
 * (read on 26/11/2026): about 79 columns, of which some were renamed over the years, `Cancelled at` to `Canceled at` and
 * `Lineitem sku` to `Lineitem SKU`. Provinces are ISO letters.
 */
export const shopify: ShopFormat = {
  name: 'Shopify',
  headers: {
    order: ['Name'],
    payment_state: ['Financial Status'],
    shipping_state: ['Fulfillment Status'],
    cancelled_at: ['Cancelled at', 'Canceled at'],
    shipping_method: ['Shipping Method'],
    currency: ['Currency'],
    buyer: ['Billing Name'],
    buyer_phone: ['Billing Phone', 'Phone'],
    email: ['Email'],
    receiver: ['Shipping Name'],
    receiver_phone: ['Shipping Phone'],
    street: ['Shipping Address1', 'Shipping Street'],
    second_line: ['Shipping Address2'],
    company: ['Shipping Company'],
    city: ['Shipping City'],
    zip: ['Shipping Zip'],
    province: ['Shipping Province', 'Shipping Province Name'],
    country: ['Shipping Country'],
    note: ['Notes'],
    product: ['Lineitem name'],
    sku: ['Lineitem sku'],
    price: ['Lineitem price'],
    quantity: ['Lineitem quantity'],
    ships: ['Lineitem requires shipping'],
    item_state: ['Lineitem fulfillment status'],
  },
  required: [
    'Name',
    'Lineitem name',
    'Lineitem price',
    'Lineitem quantity',
    'Shipping Name',
    'Shipping Address1',
    'Shipping Zip',
  ],
  leftOut({ cells, rows }) {
    const payment = fold(cells.payment_state);
    if (cells.cancelled_at !== '' || /^(refunded|voided)$/.test(payment)) return 'cancelled';
    if (fold(cells.shipping_state) === 'fulfilled') return 'sent';
    if (isOwnPickup(fold(cells.shipping_method))) return 'own_pickup';
    if (rows.every((row) => fold(row.cells.ships) === 'false')) return 'no_shipping';
    return payment === '' || payment === 'paid' ? null : 'unpaid';
  },
  // Of an order that was sent in part, the rest is left.
  isPending: ({ ships, item_state }) => fold(ships) !== 'false' && fold(item_state) !== 'fulfilled',
};
