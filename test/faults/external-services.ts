import { createPayment } from '#shared/money/payments.ts';
import { labelToZpl } from '#shared/orders/label-conversion.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { changeClient, listClients } from '#shared/people/staff-clients.ts';
import { listStock } from '#shared/warehouse/stock.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import type { HttpClient, TestResponse } from '#test/callers/http-client.ts';
import { pngOfSamples } from '#test/callers/png.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { startFakePaymentServer } from '#test/services/fake-payment-server.ts';
import { RESPONSE_FAULTS, startFakeServer } from '#test/services/fake-server.ts';
import { startFakeWarehouseServer } from '#test/services/fake-warehouse-server.ts';
import { type Fault, type FaultProxy, garbage, startFaultProxy, truncateResponse } from '#test/services/fault-proxy.ts';

/** An external service, and the call that waits for it. */
export interface ExternalService {
  name: string;
  /** Sets a fault by its name in RESPONSE_FAULTS; null for none. */
  setFault(fault: string | null): void;
  /** Prepares the data of the call. @returns the function that makes the call */
  prepare(api: HttpClient): Promise<() => Promise<TestResponse<unknown>>>;
  /** Returns the expected response during a fault. */
  whileBroken(fault: string): string;
}

/** The whole server with its four external services as separate fake servers. */
export interface ExternalServices {
  app: TestApp;
  mail: FakeMailServer;
  services: ExternalService[];
  /** Proxy before the mail server. */
  mailNetwork: FaultProxy;
  stop(): Promise<void>;
}

export async function startExternalServices(settings: NodeJS.ProcessEnv): Promise<ExternalServices> {
  const [mail, payment, warehouse, conversion] = await Promise.all([
    startFakeMailServer(),
    startFakePaymentServer(),
    startFakeWarehouseServer(),
    startFakeServer(),
  ]);
  const mailNetwork = await startFaultProxy({ port: Number(new URL(mail.url).port), host: '127.0.0.1' });
  const app = await startTestApp({
    SMTP_URL: `smtp://${mailNetwork.host}:${mailNetwork.port}`,
    LABEL_CONVERSION_URL: conversion.url,
    ...payment.settings,
    ...warehouse.settings,
    ...settings,
  });
  const sender = await senderOfEverything(app, mail);
  const { token } = sender;

  const services: ExternalService[] = [
    {
      name: 'the payment provider',
      setFault: (fault) => payment.fault(fault === null ? null : (RESPONSE_FAULTS[fault] ?? null)),
      async prepare(api) {
        const { body } = await api.call(createOrder, { token, body: newOrder() });
        return () => api.call(createPayment, { token, body: { orders: [body.results.id] as never } });
      },
      whileBroken: () =>
        '503 Mercado Pago no respondió, así que el pago no se generó. Las órdenes siguen pendientes: probá de nuevo en unos minutos',
    },
    {
      name: 'the warehouse',
      setFault: warehouse.setFault,
      prepare: async (api) => () => api.call(listStock, { token, body: {} }),
      // The warehouse returns an empty result for an unknown sender (D2 §7).
      whileBroken: (fault) =>
        fault === 'answers null' ? '200' : '503 El depósito no responde. Probá de nuevo en unos minutos',
    },
    {
      name: 'the label conversion',
      setFault: (fault) => conversion.answer((fault === null ? undefined : RESPONSE_FAULTS[fault]) ?? convert),
      prepare: async (api) => () => api.call(labelToZpl, { token, body: { png_label: DOT, fo_x: 10, fo_y: 10 } }),
      whileBroken: () => '503 El servicio que convierte las etiquetas no responde. Probá de nuevo en unos minutos',
    },
  ];
  for (const { setFault } of services) setFault(null);
  return {
    app,
    mail,
    services,
    mailNetwork,
    async stop() {
      await app.stop();
      await mailNetwork.stop();
      await Promise.all([mail, payment.outside, warehouse, conversion].map((one) => one.stop()));
    },
  };
}

/** Creates a sender who may use every service. */
async function senderOfEverything(app: TestApp, mail: FakeMailServer): Promise<Sender> {
  const sender = await signUp(app, mail);
  const staff = createStaffClient(app);
  const found = await staff(listClients, { query: { filter: { search: sender.username } } });
  const clientId = found.body.results[0]?.client_id ?? 0;
  await staff(changeClient, { params: { clientId }, body: { prepago: true, fulfillment: true } });
  return sender;
}

const DOT = `data:image/png;base64,${pngOfSamples('grey', 8, 8, Array(64).fill(0)).toString('base64')}`;
const LABEL = `data:application/octet-stream;base64,${btoa('^XA^FO10,10^GFA,1,1,1,FF^FS^XZ')}`;
const convert: (typeof RESPONSE_FAULTS)[string] = (_, response) => void response.end(LABEL);

/** Builds a fault with another response of the mail server. */
const replaceResponse =
  (text: string): Fault =>
  ({ from, pass }) =>
    pass(from === 'server' ? Buffer.from(text) : undefined);

/** The faults of the HTTP services, for a mail server. */
export const MAIL_FAULTS: Readonly<Record<string, Fault>> = {
  'never responds': ({ from, pass }) => void (from === 'client' && pass()),
  'never completes its response': replaceResponse('250-'),
  'closes the connection': ({ cut }) => cut(),
  'truncates its response': truncateResponse,
  'answers 500': replaceResponse('554 5.3.0 boom\r\n'),
  'rejects our key': replaceResponse('535 5.7.8 bad credentials\r\n'),
  'answers garbage': garbage,
  'answers null': replaceResponse('\0\r\n'),
  'redirects to another address': replaceResponse('551 5.1.6 try <http://169.254.169.254/>\r\n'),
  'sends an endless response': replaceResponse(`${'220-A\r\n'.repeat(10_000)}`),
};
