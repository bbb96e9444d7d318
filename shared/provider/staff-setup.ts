import * as z from 'zod/mini';
import { email } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';

const setupStep = z.object({
  /** `administrator`, `terms`, `tariff`, `pickup_points`, `mail_test`, `payment_test`, or the name of a setting. */
  id: z.string(),
  /** In Spanish. */
  name: z.string(),
  /** Whether the step is required before the first order; the others are recommended. */
  required: z.boolean(),
  done: z.boolean(),
  /** What happens until the step is done, in Spanish. */
  effect: z.string(),
  /** The command or the setting that does the step. */
  how: z.string(),
});

export type SetupStep = z.output<typeof setupStep>;

const setupCheck = z.object({
  /** ISO 8601, −03:00; the latest test. */
  asked_at: z.string(),
  /** Latest success, also of an earlier test; null before the first. */
  passed_at: z.nullable(z.string()),
  /** Why the latest test failed, in Spanish; null if it succeeded or has no result yet. */
  problem: z.nullable(z.string()),
});

export type SetupCheck = z.output<typeof setupCheck>;

export const readSetup = endpoint('GET /ops/v1/setup/', {
  access: 'provider',
  needs: 'read',
  summary:
    'Lists the steps of a new installation, with what is done, and the results of the tests of mails and payments.',
  reply: z.object({
    results: z.object({
      /** Whether all required steps are done. */
      ready: z.boolean(),
      /** Whether new clients are prepaid unless somebody says otherwise. */
      new_clients_prepaid: z.boolean(),
      steps: z.array(setupStep),
      /** Null for a test that never ran. */
      checks: z.object({ mail: z.nullable(setupCheck), payments: z.nullable(setupCheck) }),
    }),
  }),
});

export const loadExamples = endpoint('POST /ops/v1/setup/examples', {
  access: 'provider',
  needs: 'setup',
  audit: 'ops.setup.examples',
  summary:
    'Creates an example tariff that is valid from today, example terms and example pickup points, each only if none exists. The data is invented: replace it before the first real order.',
  reply: z.object({
    message: z.string(),
    /** Number of created entries of each kind. */
    results: z.object({ tariffs: z.number(), terms: z.number(), pickup_points: z.number() }),
  }),
});

export const mailTestForm = z.object({ email: email({ required: 'Escribí el email que lo recibe' }) });

export const testMail = endpoint('POST /ops/v1/setup/mail_test', {
  access: 'provider',
  needs: 'setup',
  audit: 'ops.setup.mail_test',
  summary: 'Sends a mail that tests the mail settings. The list of steps shows the result after some seconds.',
  body: mailTestForm,
  reply: z.object({ message: z.string() }),
});

export const testPayments = endpoint('POST /ops/v1/setup/payment_test', {
  access: 'provider',
  needs: 'setup',
  audit: 'ops.setup.payment_test',
  errorStatuses: [409],
  summary: 'Asks the payment provider for the account that receives the payments, which tests the credentials.',
  reply: z.object({
    message: z.string(),
    /** Name of the account at the payment provider. */
    results: z.object({ account: z.string() }),
  }),
});
