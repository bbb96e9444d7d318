import type { Deps } from '#server/integrations/deps.ts';
import { mailProblem } from '#server/integrations/mail/mail-problem.ts';
import { PaymentProviderError } from '#server/integrations/payment/payment-provider.ts';
import { rateLimitMailsIn } from '#server/people/domain/mail/mail-rate-limits.ts';
import { mailQueue, sendMail } from '#server/people/domain/mail/mails.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { beginCheck, finishCheck, recipientOfMailTest } from './setup.store.ts';

/** Jobs that send the mail of a test. Not retried: the result of the first attempt is the result of the test. */
export const mailTests = mailQueue<object>('setup-mail-test', { requested: ['test'], retries: 0 });

/** Requests a mail that tests the mail settings, which only workers have. @throws Failure 429 */
export async function requestMailTest(deps: Deps, recipient: string): Promise<void> {
  const { db, jobs, events, clock } = deps;
  await db.withProvider(async (trx) => {
    await rateLimitMailsIn(trx, deps, { email: recipient, purpose: 'mail-test' });
    await beginCheck(trx, 'mail', { now: clock(), recipient });
    await jobs.enqueue(trx, mailTests, {});
    events.record(trx, null, 'mail_test.requested');
  });
}

/** Sends the mail of the latest test, and stores whether the mail server took it. */
export async function sendTestMail(deps: Deps): Promise<void> {
  const to = await deps.db.withProvider(recipientOfMailTest);
  if (to === null) return;
  const content = {
    to,
    subject: 'Email de prueba',
    name: '',
    paragraphs: ['Si leés este mensaje, el portal puede enviar emails. No hace falta que respondas.'],
  };
  const problem = await sendMail(deps, mailTests, 'test', content).then(() => null, mailProblem);
  await deps.db.withProvider((trx) => finishCheck(trx, 'mail', problem, deps.clock()));
}

/**
 * Tests the credentials of the payment provider.
 *
 * @returns the name of the account that receives the payments
 * @throws Failure 409 without a payment provider, or if it doesn't accept the credentials or gives no response
 */
export async function testPayments({
  db,
  payments,
  events,
  clock,
}: Pick<Deps, 'db' | 'payments' | 'events' | 'clock'>): Promise<string> {
  if (!payments) throw new Failure(409, 'Los pagos no están configurados: falta MERCADOPAGO_ACCESS_TOKEN');
  const result = await payments.account().catch((error: unknown) => {
    if (error instanceof PaymentProviderError) return error;
    throw error;
  });
  const problem = result instanceof PaymentProviderError ? paymentProblem(result) : null;
  await db.withProvider(async (trx) => {
    await beginCheck(trx, 'payments', { now: clock() });
    await finishCheck(trx, 'payments', problem, clock());
    events.record(trx, null, 'payment_provider.tested', { passed: problem === null });
  });
  if (result instanceof PaymentProviderError) throw new Failure(409, paymentProblem(result));
  return result.name;
}

function paymentProblem({ code }: PaymentProviderError): string {
  if (code === 'status 401' || code === 'status 403') return 'Mercado Pago no acepta MERCADOPAGO_ACCESS_TOKEN';
  if (code === 'another country') return 'La cuenta de Mercado Pago no es de Argentina';
  return 'Mercado Pago no respondió. Probá de nuevo en unos minutos';
}
