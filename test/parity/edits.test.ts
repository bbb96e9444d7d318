import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modificationRoutes } from '#server/orders/modification/modification.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { zipCodeRoutes } from '#server/provider/zip-code/zip-code.routes.ts';
import { orderEdit, quoteModification, requestModification } from '#shared/orders/modifications.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { formArbitrary, SHARED_ZIP, textPaths, zipAndProvinceArbitrary } from '#test/fuzz/arbitrary-forms.ts';
import { scaled } from '#test/test-scale.ts';
import { errorLines, formErrors, responseErrors } from '#test/texts/form-errors.ts';
import { readListedZips } from '#test/texts/listed-zips.ts';
import { editedCoordinates } from '#web/orders/sender/edit-order/coordinates.ts';
import {
  changesBetween,
  type EditValues,
  editValues,
  editZipProvinceErrors,
} from '#web/orders/sender/edit-order/edit-values.ts';

let gateway: TestGateway;
let client: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes, modificationRoutes, zipCodeRoutes]);
  client = await gateway.addClient();
  for (const province of SHARED_ZIP.provinces) {
    const values = [SHARED_ZIP.code, SHARED_ZIP.city, province];
    await gateway.owner('INSERT INTO zip_codes (code, city, province) VALUES ($1, $2, $3)', values);
  }
});
afterAll(() => gateway?.stop());

const right: EditValues = {
  pickup_point_code: '',
  receiver: {
    receiver_name: 'Ana Gómez',
    email: 'ana@example.com',
    receiver_phone: '11 4444-5555',
    address_street_name: 'Av. Santa Fe',
    address_street_number: '1234',
    address_floor: '3',
    address_apartment: 'B',
    address_zip_code: '1059',
    address_state: 'Capital Federal',
    address_city: 'CABA',
    address_neighborhood_name: 'Retiro',
    address_other_info: 'Timbre roto',
  },
};

test('a change of an order is accepted if its form accepts it, and otherwise refused on the same fields', async () => {
  const zips = await readListedZips(gateway);
  const made = await gateway.call(createOrder, { by: client, body: newOrder() });
  const params = { id: made.body.results.tracking_id };
  const receiverNow = async () => {
    const { body } = await gateway.call(readOrder, { by: client, params });
    return body.results.shippings[0]?.receiver ?? {};
  };
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(
      // The code is picked from a list, and only for an order to a pickup point (edit-point.test.ts).
      formArbitrary(
        () => right,
        textPaths(right).filter((path) => path !== 'pickup_point_code'),
      ),
      fc.option(zipAndProvinceArbitrary, { freq: 2, nil: null }),
      async (form, place) => {
        const receiver = await receiverNow();
        const before = editValues(receiver);
        const values = place
          ? { ...form, receiver: { ...form.receiver, address_zip_code: place.zip_code, address_state: place.state } }
          : form;
        const changes = changesBetween(before, values);
        // The form can only be sent with a change.
        fc.pre(changes.length > 0);
        const fields = formErrors(orderEdit, values);
        const browser = fields.length > 0 ? fields : errorLines(editZipProvinceErrors(before, values, zips));
        const body = { receiver: { ...values.receiver, ...editedCoordinates(receiver, changes) } };
        expect(responseErrors(await gateway.call(quoteModification, { by: client, params, body }))).toEqual(browser);
        expect(responseErrors(await gateway.call(requestModification, { by: client, params, body }))).toEqual(browser);
        if (browser.length === 0) changed += 1;
      },
    ),
    { numRuns: scaled(60, 1500) },
  );
  // A form that refuses everything would prove little.
  expect(changed).toBeGreaterThan(0);
});
