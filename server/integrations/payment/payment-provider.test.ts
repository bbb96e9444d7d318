import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTestGateway, type TestGateway } from '#test/app/test-gateway.ts';
import { createFakeJobs } from '#test/services/fake-jobs.ts';
import { type FakePaymentServer, startFakePaymentServer, WEBHOOK_SECRET } from '#test/services/fake-payment-server.ts';
import { RESPONSE_FAULTS } from '#test/services/fake-server.ts';
import { shortenTimeouts } from '#test/services/shorten-timeouts.ts';
import { findCheckout } from './checkout.store.ts';
import { change, pay } from './checkout-actions.ts';
import { createPayments } from './create-payments.ts';
import { embeddedSecret } from './embedded-payment-provider.ts';
import { isProviderAddress } from './mercado-pago.ts';
import { type PaymentProvider, PaymentProviderError } from './payment-provider.ts';
import { manifestOf, signManifest } from './webhook-signature.ts';

let server: FakePaymentServer;
let gateway: TestGateway;
let embedded: PaymentProvider;
let real: PaymentProvider;
const jobs = createFakeJobs();

beforeAll(async () => {
  server = await startFakePaymentServer();
  gateway = await startTestGateway([], { DEMO: '1', SMTP_URL: '' }, { jobs });
  embedded = createPayments(gateway.deps.config, gateway.deps.db) as PaymentProvider;
  real = createPayments({ ...gateway.deps.config, ...(server.settings as object) }, gateway.deps.db) as PaymentProvider;
});
afterAll(async () => {
  await gateway?.stop();
  await server?.stop();
});

interface Payer {
  provider(): PaymentProvider;
  /** Pays a checkout. @returns the attempt's id; null if the checkout has expired */
  pay(preferenceId: string, how: 'approve' | 'ticket'): Promise<string | null>;
  /** Pays a coupon. */
  accept(preferenceId: string, attempt: string): Promise<void>;
  secret(): string;
}

const checkout = async (id: string) => {
  const found = await findCheckout(gateway.deps.db, id);
  if (!found) throw new Error('no such checkout');
  return found;
};

const PAYERS: Record<string, Payer> = {
  'Mercado Pago': {
    provider: () => real,
    async pay(id, how) {
      const { reference = '', expired = true } = server.preferences.get(id) ?? {};
      return expired ? null : String(server.pay(reference, how === 'approve' ? 'approved' : 'pending').id);
    },
    async accept(_id, attempt) {
      const found = server.attempts.get(Number(attempt));
      if (found) server.change(found, 'approved');
    },
    secret: () => WEBHOOK_SECRET,
  },
  'the embedded provider': {
    provider: () => embedded,
    async pay(id, how) {
      const attempt = await pay(gateway.deps, await checkout(id), how, 'never');
      return attempt && String(attempt.id);
    },
    accept: async (id, attempt) => change(gateway.deps, await checkout(id), Number(attempt), 'accept', 'never'),
    secret: () => embeddedSecret(gateway.deps.config),
  },
};

let references = 500_000;
const begin = (provider: PaymentProvider) =>
  provider.begin({ reference: String(++references), title: 'Remito: 2 órdenes', amountCents: 123_450 });

describe.each(Object.entries(PAYERS))('%s', (_name, payer) => {
  const provider = () => payer.provider();

  test('creates a checkout on one of its hosts, and returns it again for the same reference', async () => {
    const begun = await begin(provider());
    const { host } = new URL(begun.initPoint);
    expect(provider().hosts.some((known) => host === known || host.endsWith(`.${known}`))).toBe(true);
    const again = await provider().begin({ reference: String(references), title: 'otra', amountCents: 123_450 });
    expect(again).toEqual(begun);
    expect((await begin(provider())).preferenceId).not.toBe(begun.preferenceId);
  });

  test('finds attempts by id and by reference', async () => {
    const { preferenceId } = await begin(provider());
    const reference = String(references);
    expect(await provider().paymentsOf(reference)).toEqual([]);
    const id = (await payer.pay(preferenceId, 'ticket')) ?? '';
    const pending = {
      id,
      reference,
      status: 'pending',
      amountCents: 123_450,
      currency: 'ARS',
      changedAt: expect.any(Date),
    };
    expect(await provider().payment(id)).toEqual(pending);
    const [before] = await provider().paymentsOf(reference);
    expect(before).toEqual(pending);
    await payer.accept(preferenceId, id);
    const after = await provider().payment(id);
    expect(after?.status).toBe('approved');
    expect(after?.changedAt.getTime()).toBeGreaterThan(before?.changedAt.getTime() ?? 0);
  });

  test('finds no unknown attempts', async () => {
    for (const id of ['999999999', '0', '1'.repeat(15)]) expect(await provider().payment(id)).toBeNull();
    for (const reference of ['', 'x', '%', '1&status=approved'])
      expect(await provider().paymentsOf(reference)).toEqual([]);
  });

  test('accepts no payment after a checkout has expired, and may expire it twice', async () => {
    const { preferenceId } = await begin(provider());
    await provider().expire(preferenceId);
    await provider().expire(preferenceId);
    await provider().expire('desconocido');
    expect(await payer.pay(preferenceId, 'approve')).toBeNull();
  });

  test('has unforgeable webhook signatures', () => {
    const [requestId, ts] = ['a-b-c', '1772722800000'];
    const notification = (id: string, signature: string) => ({
      query: { 'data.id': id, type: 'payment' },
      headers: { 'x-signature': signature, 'x-request-id': requestId },
    });
    const signed = (id: string, secret = payer.secret()) =>
      `ts=${ts},v1=${signManifest(manifestOf({ id, requestId, ts }), secret)}`;
    const genuine = (id: string, signature: string) => provider().hasValidSignature(notification(id, signature));
    expect(genuine('123', signed('123'))).toBe(true);
    expect(genuine('ABC', signed('ABC'))).toBe(true);
    expect(genuine('ABC', signed('abc'))).toBe(true);
    expect(genuine('abc', signed('ABC'))).toBe(false);
    expect(genuine('124', signed('123'))).toBe(false);
    expect(genuine('123', signed('123', 'guessed'))).toBe(false);
    expect(genuine('123', signed('123').replace('ts=1', 'ts=2'))).toBe(false);
    for (const signature of ['', 'v1=', 'ts=1,v1=', `${signed('123').slice(0, -2)}`])
      expect(genuine('123', signature)).toBe(false);
    expect(provider().hasValidSignature({ query: {}, headers: {} })).toBe(false);
  });

  test('refuses to work inside a transaction', async () => {
    const { db } = gateway.deps;
    const works: (() => Promise<unknown>)[] = [
      () => begin(provider()),
      () => provider().expire('x'),
      () => provider().payment('1'),
      () => provider().paymentsOf('1'),
    ];
    for (const work of works) await expect(db.withoutClient(work)).rejects.toThrow('was called inside a transaction');
  });
});

test('the signed manifest omits missing fields', () => {
  expect(manifestOf({ id: '1', requestId: 'r', ts: '2' })).toBe('id:1;request-id:r;ts:2;');
  expect(manifestOf({ id: '1', requestId: '', ts: '2' })).toBe('id:1;ts:2;');
});

describe('Mercado Pago', () => {
  test.each(Object.entries(RESPONSE_FAULTS))('fails if its API %s', async (_fault, fault) => {
    onTestFinished(shortenTimeouts());
    const { db, config } = gateway.deps;
    const alone = createPayments({ ...config, ...(server.settings as object) }, db) as PaymentProvider;
    server.fault(fault);
    const calls = [begin(alone), alone.payment('1'), alone.paymentsOf('1')];
    const errors = await Promise.all(calls.map((call) => call.catch((error: unknown) => error)));
    server.fault(null);
    for (const error of errors) expect(error).toBeInstanceOf(PaymentProviderError);
  });

  test('receives the access token, the payment’s id and an idempotency key', async () => {
    server.outside.requests.length = 0;
    await begin(real);
    const [request] = server.outside.requests;
    expect(request?.headers).toMatchObject({
      'x-idempotency-key': `preference-${references}`,
      authorization: expect.stringMatching(/^Bearer /),
    });
    expect(JSON.parse(String(request?.body))).toEqual({
      items: [
        { id: String(references), title: 'Remito: 2 órdenes', quantity: 1, unit_price: 1234.5, currency_id: 'ARS' },
      ],
      external_reference: String(references),
      back_urls: Object.fromEntries(
        ['success', 'pending', 'failure'].map((name) => [name, 'http://localhost:3000/#close']),
      ),
      auto_return: 'approved',
      notification_url: `http://localhost:3000/api/webhooks/mercadopago?source_news=webhooks&reference=${references}`,
    });
  });

  test.each([
    ['https://www.mercadopago.com.ar/checkout/v1/redirect?pref_id=1', true],
    ['https://mercadopago.com/x', true],
    ['https://sandbox.mercadopago.com.ar/x', true],
    ['http://www.mercadopago.com.ar/x', false],
    ['https://www.mercadopago.com.ar.evil.example/x', false],
    ['https://evilmercadopago.com.ar/x', false],
    ['https://user@www.mercadopago.com.ar/x', false],
    ['https://www.mercadopago.com.ar:8443/x', false],
    ['javascript:alert(1)//mercadopago.com.ar', false],
    ['', false],
  ])('%s is a page of the provider: %s', (address, expected) => {
    expect(isProviderAddress(address)).toBe(expected);
  });
});

test('without a Mercado Pago account and without a demonstration there are no payments', () => {
  expect(createPayments({ ...gateway.deps.config, DEMO: false }, gateway.deps.db)).toBeNull();
});
