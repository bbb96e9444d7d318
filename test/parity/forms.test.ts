import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { rateRoutes } from '#server/money/rate/rate.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { productRoutes } from '#server/orders/product/product.routes.ts';
import { accountRoutes } from '#server/people/account/account.routes.ts';
import { zipCodeRoutes } from '#server/provider/zip-code/zip-code.routes.ts';
import { rate } from '#shared/money/rates.ts';
import { findZipCodes } from '#shared/orders/lookups.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { NOT_INFORMED } from '#shared/orders/orders.ts';
import { createProduct } from '#shared/orders/product/new-product.ts';
import { listProducts, type Product } from '#shared/orders/product/products.ts';
import { plainDocument } from '#shared/orders/rules/place/document.ts';
import {
  createSenderAddress,
  printConfigForm,
  readPrintConfig,
  savePrintConfig,
  senderAddressForm,
} from '#shared/people/account.ts';
import { buyerContactForm, saveBuyerContact } from '#shared/people/buyer-contact.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { formArbitrary, SHARED_ZIP, textPaths, zipAndProvinceArbitrary } from '#test/fuzz/arbitrary-forms.ts';
import { scaled } from '#test/test-scale.ts';
import { errorLines, formErrors, responseErrors } from '#test/texts/form-errors.ts';
import { normalizeNumber } from '#web/kit/form/field/normalize-number.ts';
import {
  CALL_NAMES,
  type QuoteValues,
  quoteSchema,
  quoteZipProvinceErrors,
} from '#web/money/sender/calculator/quote-values.ts';
import { type OrderKind, OUTGOING_ORDER, REVERSE } from '#web/orders/form/order-kind.ts';
import { orderSchema } from '#web/orders/form/order-schema.ts';
import { emptyOrder, type OrderValues } from '#web/orders/form/order-values.ts';
import { RECEIVER_ADDRESS } from '#web/orders/form/receiver/receiver-address.ts';
import { lookupInput } from '#web/orders/place/zip-places.ts';
import { zipProvinceErrors, zipsFound } from '#web/orders/place/zip-province-check.ts';
import { productSchemaOf, productValues } from '#web/orders/product/product-form.ts';
import { addressValues, addressZipProvinceErrors } from '#web/people/sender/account/address-form.ts';

const RUNS = { numRuns: scaled(60, 1500) };

/** Generates an address that replaces the form's one, or none. */
const somePlace = fc.option(zipAndProvinceArbitrary, { freq: 2, nil: undefined });

let gateway: TestGateway;
let client: TestClient;
let mug: Product;
beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes, productRoutes, rateRoutes, accountRoutes, zipCodeRoutes]);
  client = await gateway.addClient({ logistica_inversa: true });
  const figures = { value: 1500, length: 10, height: 12, width: 8, weight: 300, active: true };
  await gateway.call(createProduct, {
    by: client,
    body: { sku: 'TAZA', description: 'Taza', category: 1, ...figures },
  });
  const { body } = await gateway.call(listProducts, { by: client });
  mug = body.results[0] as Product;
  for (const province of SHARED_ZIP.provinces) {
    const values = [SHARED_ZIP.code, SHARED_ZIP.city, province];
    await gateway.owner('INSERT INTO zip_codes (code, city, province) VALUES ($1, $2, $3)', values);
  }
});
afterAll(() => gateway?.stop());

/** Looks up a postal code like a form. */
async function lookedUp(typed: string) {
  const input = lookupInput(typed);
  if (!input) return null;
  const { body } = await gateway.call(findZipCodes, { by: client, ...input });
  return zipsFound(
    typed,
    body.results.map(({ province }) => province),
  );
}

let numbers = 0;
const next = () => `V-${++numbers}`;

function order(mode: string): OrderValues {
  const values = emptyOrder({ delivery_mode: mode, sender_name: 'Almacén' });
  values.order_id = next();
  Object.assign(values.receiver, {
    first_name: 'Ana',
    last_name: 'Gómez',
    document: '20.123.456',
    receiver_name: 'Ana Gómez',
    email: 'ana@example.com',
    receiver_phone: '11 4444-5555',
  });
  Object.assign(values.receiver.address, {
    street_name: 'Av. Santa Fe',
    street_number: '1234',
    floor: '3',
    apartment: 'B',
    between_1: 'Libertad',
    between_2: 'Talcahuano',
    zip_code: 'C1059ABC',
    state: 'Ciudad Autónoma de Buenos Aires',
    city: 'CABA',
    neighborhood_name: 'Retiro',
    other_info: 'Timbre roto',
  });
  const sizes = { length: '30', width: '20', height: '10' };
  values.shipments = [
    { ...sizes, items: [], weight: '1.500', items_value: '32.500,00' },
    { ...sizes, items: [{ product_id: String(mug.id), quantity: '2' }], weight: '', items_value: '' },
  ];
  return values;
}

/** Builds the form's request body from possibly invalid values: numbers as the contract reads them, items or none. */
function bodyOf({ receiver, shipments, ...values }: OrderValues) {
  return {
    ...values,
    receiver,
    shipments: shipments.map(({ items, ...figures }) => ({
      ...Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, normalizeNumber(figure)])),
      // The server sums the products and ignores these values.
      ...(items.length > 0 && { weight: '1', items_value: '1' }),
      items:
        items.length === 0
          ? [{ sku: NOT_INFORMED, item: NOT_INFORMED, quantity: 1 }]
          : items.map(({ product_id, quantity }) => ({ product_id, quantity: normalizeNumber(quantity) })),
    })),
  };
}

/**
 * Typed by hand; modes and pickup points are chosen, products picked, and the province follows the postal code.
 */
const orderPaths = (values: OrderValues) =>
  textPaths(values).filter(
    (path) => !/delivery_mode|pickup_point_code|product_id|\.state$|shipments\.1\.(weight|items_value)/.test(path),
  );

test.each<[string, OrderKind, string, string]>([
  ['a new order', OUTGOING_ORDER, '1', ''],
  ['an order to a pickup point', OUTGOING_ORDER, '2', 'C1425'],
  ['a reverse order', REVERSE, '4', ''],
])(
  '%s is created if its form accepts it, and otherwise refused on the same fields',
  async (_what, kind, mode, point) => {
    const schema = orderSchema(() => new Map([[String(mug.id), mug]]), { ...kind, stop: '' }, { points: true });
    await fc.assert(
      fc.asyncProperty(
        formArbitrary(() => order(mode), orderPaths(order(mode))),
        somePlace,
        async (typed, place) => {
          const order_id = typed.order_id.startsWith('V-') ? next() : typed.order_id;
          const values = { ...typed, order_id, pickup_point_code: point };
          const { address } = Object.assign(values.receiver, { address: { ...values.receiver.address, ...place } });
          // The point replaces the address, whatever was typed there.
          const wrongPlace = point
            ? []
            : zipProvinceErrors(address, await lookedUp(address.zip_code), RECEIVER_ADDRESS);
          const body = { ...bodyOf(values), pickup_point_code: point };
          const answer = await gateway.call(createOrder, { by: client, body: body as never });
          const server = responseErrors(answer).filter(
            (line) => line !== 'order_id: Ya tenés una orden con ese número',
          );
          // Whether a document is required depends on the mode; never in reverse logistics (readings C6). The server
          // checks it, and the address across fields, once all single fields are valid; the products' sums come last.
          const asked = 'receiver.document: Este dato es obligatorio';
          const browser = formErrors(schema, values).filter((line) => line !== asked);
          const document = mode !== '4' && plainDocument(values.receiver.document) === '' ? [asked] : [];
          const isSum = (line: string) => /^shipments\.1\.(weight|items_value):/.test(line);
          const inTurn = [
            browser.filter((line) => !isSum(line)),
            [...document, ...errorLines(wrongPlace)].sort(),
            browser.filter(isSum),
          ];
          expect(server).toEqual(inTurn.find((wrong) => wrong.length > 0) ?? []);
        },
      ),
      RUNS,
    );
  },
);

test.each([
  ['a gateway', false],
  ['a strict gateway', true],
])(
  'a product is accepted by %s if its form accepts it, and otherwise refused on the same fields',
  async (_, strict) => {
    const asked = strict ? await startTestGateway([productRoutes], { STRICT_CONTRACT: '1' }) : gateway;
    if (strict) onTestFinished(() => asked.stop());
    const by = strict ? await asked.addClient() : client;
    const right = () => ({ ...productValues({ ...mug, sku: next() }, !strict), category: '1' });
    const paths = textPaths(right()).filter((path) => path !== 'category');
    await fc.assert(
      fc.asyncProperty(formArbitrary(right, paths), async (typed) => {
        const values = { ...typed, sku: typed.sku.startsWith('V-') ? next() : typed.sku };
        const figures = ['value', 'length', 'width', 'height', 'weight'] as const;
        const body = { ...values, ...Object.fromEntries(figures.map((name) => [name, normalizeNumber(values[name])])) };
        const answer = await asked.call(createProduct, { by, body: body as never });
        const server = responseErrors(answer).filter(
          (line) =>
            line !== 'sku: Ya tenés un producto con ese SKU' &&
            !/^barcode: Ese código (de barras ya|es el SKU)/.test(line),
        );
        expect(server).toEqual(formErrors(productSchemaOf(!strict), values));
      }),
      RUNS,
    );
  },
);

test('a quote is given if the calculator’s form accepts the shipment, and otherwise refused on the same fields', async () => {
  const right = (): QuoteValues => ({
    zip_code: 'C1059ABC',
    province: 'Ciudad Autónoma de Buenos Aires',
    length: '30',
    height: '10',
    width: '20',
    weight: '1.500',
    gross_price: '1.500,50',
  });
  const paths = textPaths(right()).filter((path) => path !== 'province');
  await fc.assert(
    fc.asyncProperty(formArbitrary(right, paths), somePlace, async (form, place) => {
      const values = { ...form, ...(place && { zip_code: place.zip_code, province: place.state }) };
      const { zip_code, province, weight, ...figures } = values;
      // The form uses grams, the call kilograms: fractions of a gram aren't valid.
      const isGrams = /^\d{1,6}$/.test(normalizeNumber(weight));
      const fields = formErrors(quoteSchema, values).filter((line) => isGrams || !line.startsWith('weight:'));
      const browser = fields.length > 0 ? fields : errorLines(quoteZipProvinceErrors(values, await lookedUp(zip_code)));
      const typed = Object.fromEntries(
        Object.entries(figures).map(([name, figure]) => [name, normalizeNumber(figure)]),
      );
      const { gross_price, ...sizes } = typed;
      const kilograms = isGrams ? Number(normalizeNumber(weight)) / 1000 : 1;
      const shipment = { ...sizes, real_weight: kilograms, gross_price: gross_price || undefined };
      const body = { delivery_mode: 1, zip_code, province, packages: [shipment] };
      const server = responseErrors(await gateway.call(rate, { by: client, body: body as never }), CALL_NAMES);
      expect(server).toEqual(browser);
    }),
    RUNS,
  );
});

test('a collection address is accepted if its form accepts it, and otherwise refused on the same fields', async () => {
  const right = () =>
    addressValues({
      street_name: 'Lavalle',
      street_number: '742',
      floor: '1',
      apartment: 'A',
      neighborhood_name: 'San Nicolás',
      zip_code: 'C1047AAA',
      city: 'CABA',
      state: 'Ciudad Autónoma de Buenos Aires',
      other_info: 'Fondo',
    });
  const paths = textPaths(right()).filter((path) => path !== 'state');
  await fc.assert(
    fc.asyncProperty(formArbitrary(right, paths), somePlace, async (form, place) => {
      const values = { ...form, ...place };
      const fields = formErrors(senderAddressForm, values);
      const wrongPlace = addressZipProvinceErrors(addressValues(), values, await lookedUp(values.zip_code));
      const browser = fields.length > 0 ? fields : errorLines(wrongPlace);
      const answer = await gateway.call(createSenderAddress, { by: client, body: values as never });
      expect(responseErrors(answer)).toEqual(browser);
      // A client has at most two hundred addresses.
      if (browser.length === 0) await gateway.owner('DELETE FROM sender_addresses WHERE NOT main_address');
    }),
    RUNS,
  );
});

test('print settings are accepted if their form accepts them, and otherwise refused on the same fields', async () => {
  await gateway.owner('INSERT INTO print_configs (client_id, labels_per_page) VALUES ($1, 1)', [client.clientId]);
  const { body: config } = await gateway.call(readPrintConfig, { by: client });
  const right = () => ({ default_format: 'zpl', default_label_size: '1', labels_per_page: '2' });
  const params = { id: String((config.results as { id: number }).id) };
  await fc.assert(
    fc.asyncProperty(formArbitrary(right, textPaths(right())), async (values) => {
      const answer = await gateway.call(savePrintConfig, { by: client, params, body: values as never });
      expect(responseErrors(answer)).toEqual(formErrors(printConfigForm, values));
    }),
    RUNS,
  );
});

test('a contact for buyers is accepted if its form accepts it, and otherwise refused on the same fields', async () => {
  const right = () => ({ email: 'hola@example.com', phone: '+54 11 4444-5555' });
  await fc.assert(
    fc.asyncProperty(formArbitrary(right, textPaths(right())), async (values) => {
      const answer = await gateway.call(saveBuyerContact, { by: client, body: values as never });
      expect(responseErrors(answer)).toEqual(formErrors(buyerContactForm, values));
    }),
    RUNS,
  );
});
