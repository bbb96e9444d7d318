import { beforeEach, expect, test, vi } from 'vitest';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { generateTrackingId } from '#shared/orders/rules/code/tracking-id.ts';
import { fakeBrowser } from '#test/services/fake-browser.ts';

fakeBrowser();
const call = vi.fn();
vi.doMock('#web/kit/call/api.ts', () => ({ call }));
const { ApiError } = await import('#web/kit/call/api-error.ts');
const { fallbackSearch } = await import('./fallback-search.ts');

const tracking = generateTrackingId((size) => new Uint8Array(size).fill(11));
const receiver = { receiver_name: 'Ana Paz', first_name: 'Ana', last_name: 'Paz' };
const order = (id: number, order_id: string) => ({
  id,
  order_id,
  tracking_id: tracking,
  receiver,
  order_state: { name: 'Registrado' },
});
const found = (id: number, order_id: string) => ({
  id,
  order_id,
  tracking_id: tracking,
  receiver_name: 'Ana Paz',
  state: 'Registrado',
  due: null,
});

/** Returns the gateway's reply by the path and the filters of a call. */
let answers: (path: string, input: { query?: { filter: Record<string, string> } }) => unknown;
beforeEach(() => {
  call.mockReset();
  call.mockImplementation(async ({ path }: AnyEndpoint, input) => answers(path, input));
});

const find = (text: string) => fallbackSearch(text, new AbortController().signal);
const nothing = { jump: null, orders: [], shipments: [], receivers: [] };

test('a tracking id is looked up in the list of orders', async () => {
  answers = (path, { query }) => ({
    results: path.endsWith('/order/') && query?.filter.tracking ? [order(7, 'W-1')] : [],
  });
  expect(await find(tracking)).toEqual({ ...nothing, jump: { kind: 'order', id: 7 }, orders: [found(7, 'W-1')] });
});

test('a label is looked up in the list of shipments and must match exactly', async () => {
  const row = (id: number, shipment_id: string) => ({ id, shipment_id, state: 'Entregado', receiver });
  answers = () => ({ results: [row(8, `${tracking}-10`), row(9, `${tracking}-1`)] });
  expect(await find(`${tracking}-1`)).toEqual({
    ...nothing,
    jump: { kind: 'shipment', id: 9 },
    shipments: [{ id: 9, shipment_id: `${tracking}-1`, receiver_name: 'Ana Paz', state: 'Entregado', due: null }],
  });
  // Gateways may omit an empty list.
  answers = () => ({ results: [] });
  expect(await find(`${tracking}-1`)).toEqual(nothing);
});

test('an exactly matching order number comes first', async () => {
  answers = () => ({ results: [order(1, 'W-77'), order(2, 'W-7')] });
  const { jump, orders } = await find('w-7');
  expect(jump).toEqual({ kind: 'order', id: 2 });
  expect(orders.map(({ order_id }) => order_id)).toEqual(['W-7', 'W-77']);
});

test('digits that match no order number are looked up as an id', async () => {
  answers = (path) => ({ results: path.includes(':id') ? order(5, 'W-5') : [] });
  expect((await find('5')).jump).toEqual({ kind: 'order', id: 5 });
  answers = (path) => {
    if (path.includes(':id')) throw new ApiError({ status: 404, message: 'No' });
    return { results: [] };
  };
  expect(await find('5')).toEqual(nothing);
  answers = (path) => {
    if (path.includes(':id')) throw new ApiError({ status: 503, message: 'No' });
    return { results: [] };
  };
  await expect(find('5')).rejects.toThrow('No');
});

test('a name opens the list of orders without a request', async () => {
  expect(await find('Ana Paz')).toEqual({ ...nothing, receivers: [{ receiver_name: 'Ana Paz' }] });
  expect(call).not.toHaveBeenCalled();
});
