import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchRoutes } from '#server/bulk/batch/batch.routes.ts';
import { paymentRoutes } from '#server/money/payment/payment.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { productRoutes } from '#server/orders/product/product.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { statisticsRoutes } from '#server/orders/statistics/statistics.routes.ts';
import { warehouseRoutes } from '#server/warehouse/fulfillment/warehouse.routes.ts';
import { listBatches } from '#shared/bulk/batches.ts';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { messages } from '#shared/kit/messages.ts';
import { listPayments } from '#shared/money/payments.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { listProducts } from '#shared/orders/product/products.ts';
import { exportShipments, listShipments } from '#shared/orders/shipments.ts';
import { shipmentTotals } from '#shared/orders/statistics.ts';
import { exportFulfillment, listFulfillment } from '#shared/warehouse/fulfillment.ts';
import { listStock } from '#shared/warehouse/stock.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { fuzzText } from '#test/fuzz/fuzz-text.ts';
import { scaled } from '#test/test-scale.ts';
import { responseErrors } from '#test/texts/form-errors.ts';
import { BULK_FILTERS } from '#web/bulk/sender/batches/batch-filters.ts';
import { queryString } from '#web/kit/call/query-string.ts';
import { dayErrors, type ListDefinition, UNREADABLE_DAY } from '#web/kit/list/filters.ts';
import { parseDateInput } from '#web/kit/ui/field/date-input-format.ts';
import { PAYMENT_FILTERS } from '#web/money/sender/payments/payment-filters.ts';
import { ORDER_FILTERS } from '#web/orders/sender/orders/group-filters.ts';
import { PRODUCT_FILTERS } from '#web/orders/sender/products/product-filters.ts';
import { REVERSE_FILTERS } from '#web/orders/sender/reverse-orders/reverse-filters.ts';
import { SHIPMENT_FILTERS } from '#web/orders/sender/shipments/shipment-filters.ts';
import { rangeErrors } from '#web/orders/sender/statistics/periods.ts';
import { fulfillmentFilters } from '#web/warehouse/sender/fulfillment/fulfillment-filters.ts';
import { STOCK_FILTERS } from '#web/warehouse/sender/stock/stock-filters.ts';

const RUNS = { numRuns: scaled(40, 300) };

let gateway: TestGateway;
let client: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([
    orderRoutes,
    shipmentRoutes,
    paymentRoutes,
    productRoutes,
    batchRoutes,
    statisticsRoutes,
    warehouseRoutes,
  ]);
  client = await gateway.addClient({ prepago: true, logistica_inversa: true, fulfillment: true });
});
afterAll(() => gateway?.stop());

/** Generates the content of a day's field. */
const day = fc
  .oneof(
    fc.constantFrom('', '', '01/11/2026', '30/10/2026', '5-1-26', '15112026', '2026-11-01', '2026-11-01 23:59:00'),
    fc.constantFrom('31/02/2026', '2026-02-30', '99/99/99', '01/01/9999', '01/01/1899', '12/2026', 'ayer', '1'),
    fuzzText,
  )
  .map((typed) => parseDateInput(typed) ?? typed.trim());

/** Generates the content of other fields or of the URL: parts of ids, numbers of lists, names. */
const filterText = fc.oneof(
  fc.constantFrom('', '0', '1', '4', '99', '54', '-1', '1e9', '9'.repeat(30), 'por_imprimir', 'R-', 'OIL-01', "'", '%'),
  fuzzText,
);

type Definition = ListDefinition<string>;

/** Drops the type of the field names. */
const plain = <N extends string>(definition: ListDefinition<N>) => definition as unknown as Definition;

const formOf = ({ filters, days }: Definition) =>
  fc.record(
    Object.fromEntries(
      Object.keys(filters).map((name) => [name, name === days?.from || name === days?.to ? day : filterText]),
    ),
  ) as fc.Arbitrary<Record<string, string>>;

/** Returns the form's errors of its days, by the call's names. An unreadable day also has a hint about the format. */
function refusedDays({ filters, days }: Definition, values: Record<string, string>, at: string): string[] {
  if (!days) return [];
  const { from, to } = dayErrors(values[days.from] ?? '', values[days.to] ?? '', days.message);
  const line = (name: string, message: string | undefined) =>
    message ? [`${at}${filters[name]}: ${message === UNREADABLE_DAY ? messages.day : message}`] : [];
  return [...line(days.from, from), ...line(days.to, to)].sort();
}

/** Returns the filled fields by the call's names, as a list sends them. */
const filterOf = ({ filters, fixed }: Definition, values: Record<string, string>) => ({
  ...Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value.trim() === '' ? [] : [[filters[name], value.trim()]])),
  ),
  ...fixed,
});

const ask = async (call: AnyEndpoint, query: unknown) => {
  const response = await gateway.fetch(`/api${call.path}${queryString(query)}`, { by: client });
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, body: isJson ? await response.json() : await response.text() };
};

test.each<[string, AnyEndpoint, Definition]>([
  ['orders', listOrders, plain(ORDER_FILTERS)],
  ['reverse logistics', listOrders, plain(REVERSE_FILTERS)],
  ['shipments', listShipments, plain(SHIPMENT_FILTERS)],
  ['shipments as a file', exportShipments, plain(SHIPMENT_FILTERS)],
  ['payments', listPayments, plain(PAYMENT_FILTERS)],
  ['products', listProducts, plain(PRODUCT_FILTERS)],
  ['files of orders', listBatches, plain(BULK_FILTERS)],
])(
  'a search of %s is answered if its form accepts it, and otherwise refused on the same days',
  async (_of, call, definition) => {
    await fc.assert(
      fc.asyncProperty(formOf(definition), async (values) => {
        const query = { page: 1, limit: 10, filter: filterOf(definition, values) };
        expect(responseErrors(await ask(call, query))).toEqual(refusedDays(definition, values, 'filter.'));
      }),
      RUNS,
    );
  },
);

test.each<[string, AnyEndpoint, Definition]>([
  ['fulfillment orders', listFulfillment, plain(fulfillmentFilters('2026-11-01'))],
  ['fulfillment orders as a file', exportFulfillment, plain(fulfillmentFilters('2026-11-01'))],
  ['stock', listStock, plain(STOCK_FILTERS)],
])(
  'a search of %s is answered if its form accepts it, and otherwise refused on the same days',
  async (_of, call, definition) => {
    await fc.assert(
      fc.asyncProperty(formOf(definition), async (values) => {
        const body = { ...filterOf(definition, values), logonName: '', page: 1, pageSize: 10 };
        const answer = await gateway.call(call, { by: client, body: body as never });
        expect(responseErrors(answer)).toEqual(refusedDays(definition, values, ''));
      }),
      RUNS,
    );
  },
);

test('a period of the statistics is accepted if its form accepts it, and otherwise refused on the same days', async () => {
  const given = day.filter((text) => text !== '');
  await fc.assert(
    fc.asyncProperty(given, given, async (from, to) => {
      const wrong = rangeErrors({ from, to });
      const browser = Object.entries(wrong).map(
        ([end, message]) => `filter.${end}_date: ${message === UNREADABLE_DAY ? messages.day : message}`,
      );
      const query = { filter: { from_date: from, to_date: to } };
      expect(responseErrors(await ask(shipmentTotals, query))).toEqual(browser.sort());
    }),
    RUNS,
  );
});
