import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '#shared/contract.ts';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { recordEvents } from '#shared/orders/staff-events.ts';
import { changeClient, listClients } from '#shared/people/staff-clients.ts';
import { createKey } from '#shared/provider/staff-keys.ts';
import { staffContract } from '#shared/staff-contract.ts';
import { exportFulfillment } from '#shared/warehouse/fulfillment.ts';
import { labelFulfillment, prepareFulfillment } from '#shared/warehouse/staff-fulfillment.ts';
import { exportStock } from '#shared/warehouse/stock.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { createStaffClient, keyName } from '#test/callers/staff-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { contractFields } from '#test/sources/contract-fields.ts';

const { app, mail } = await sharedApp();
const staff = createStaffClient(app);

let sender: Sender;
beforeAll(async () => {
  sender = await signUp(app, mail);
  const { body } = await staff(listClients, { query: { filter: { search: sender.email } } });
  await staff(changeClient, { params: { clientId: body.results[0]?.client_id }, body: { fulfillment: true } });
});

/** Fields of rows that the call refuses one by one, and pages, whose unreadable values mean the first (readings S14). */
const BY_ROW = /^(events|receipts|counts|products)\[\]/;
const PAGE = /^(page|pageSize)$/;
/** Ignored, whatever it is: the session's username counts (readings S2). */
const IGNORED = 'logonName';

const fields = contractFields().filter(
  ({ field }) =>
    !/^[:?]|^Idempotency-Key$/.test(field) && !BY_ROW.test(field) && !PAGE.test(field) && field !== IGNORED,
);

/** Builds a body with a value at a path such as `shippings[].items[].sku`, and nothing else. */
function bodyWith(path: string, value: unknown): unknown {
  return path.split('.').reduceRight((inner, step) => {
    const name = step.replaceAll('[]', '');
    return { [name]: step.endsWith('[]') ? [inner] : inner };
  }, value);
}

describe('every field of a body refuses a value of another shape', () => {
  const calls: Record<string, AnyEndpoint> = { ...contract, ...staffContract };
  test.each(fields)('$field of $call', ({ call, field }) => {
    const body = calls[call]?.body;
    if (!body) return;
    for (const value of [{ x: 1 }, [['x']]]) {
      const { error } = z.safeParse(body, bodyWith(field, value));
      const refused = error?.issues.map(({ path }) => path.join('.')) ?? [];
      const path = field.replaceAll('[]', '.0');
      expect(refused.filter((at) => at === path || at.startsWith(`${path}.`))).not.toEqual([]);
    }
  });
});

describe('an export refuses filters that it can’t read', () => {
  test.each([
    [exportStock, 'articulo', ['A']],
    [exportStock, 'estado', true],
    [exportFulfillment, 'estado', { x: 'Preparado' }],
    [exportFulfillment, 'FechaDesde', ['2026-01-01']],
  ])('%#', async (call, field, value) => {
    const { status, body } = await app.call(call as AnyEndpoint, {
      token: sender.token,
      body: { [field]: value } as never,
    });
    expect([status, body.errors]).toEqual([422, [{ field, message: 'El valor no es válido' }]]);
  });
});

test('a call that means everything without its limits refuses a misspelt one', async () => {
  const params = { clientId: 1, id: 1 };
  const answers = await Promise.all([
    staff(createKey, { body: { name: keyName(), scope: ['read'] } as never }),
    staff(prepareFulfillment, { params, body: { item: [{ sku: 'A', quantity: 1 }] } as never }),
    staff(labelFulfillment, { params, body: { label: ['A-1'] } as never }),
  ]);
  expect(answers.map(({ status, body }) => [status, body.errors])).toEqual(
    ['scope', 'item', 'label'].map((field) => [422, [{ field, message: 'Este dato no existe' }]]),
  );
});

test('a number that JSON rounds isn’t taken for an order’s number', async () => {
  const send = (number: string) =>
    app.fetch('/api/v1/client/order/', {
      method: 'POST',
      headers: { authorization: `Bearer ${sender.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(newOrder({ order_id: '@' })).replace('"@"', number),
    });
  const answer = await send('12345678901234567');
  expect([answer.status, (await answer.json()).errors]).toEqual([
    422,
    [{ field: 'order_id', message: 'El valor no es válido' }],
  ]);
  expect((await send('9007199254740991')).status).toBe(200);
});

test('an event of 30 February isn’t taken for one of 2 March', async () => {
  const event = { shipment_id: 'A-1', state: 'Retirado', event_id: '1', at: '2026-02-30T10:00:00-03:00' };
  const { body } = await staff(recordEvents, { body: { events: [event] } });
  expect(body.results).toMatchObject([{ result: 'refused', reason: 'La fecha no es válida' }]);
});

test('a form with more fields than the server reads is refused', async () => {
  const send = (fields: number) =>
    app.fetch('/api/v1/client/merchant_order/', {
      method: 'POST',
      headers: { authorization: `Bearer ${sender.token}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: Array.from({ length: fields }, (_, n) => `x${n}=1`).join('&'),
    });
  const [within, beyond] = await Promise.all([send(100), send(101)]);
  expect([within.status, beyond.status]).toEqual([403, 422]);
  expect(await beyond.json()).toEqual({ message: 'El valor no es válido', errors: [] });
});
