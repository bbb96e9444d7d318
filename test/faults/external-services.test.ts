import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { listOrders } from '#shared/orders/orders.ts';
import { login, logout } from '#shared/people/access.ts';
import { register } from '#shared/people/registration.ts';
import { retryMails } from '#test/callers/retry-mails.ts';
import { registrationForm, type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { createRecordingClient } from '#test/fuzz/recording-client.ts';
import { writeOrders } from '#test/isolation/order-writers.ts';
import { RESPONSE_FAULTS } from '#test/services/fake-server.ts';
import type { Fault } from '#test/services/fault-proxy.ts';
import { shortenTimeouts } from '#test/services/shorten-timeouts.ts';
import { scaled } from '#test/test-scale.ts';
import { summarizeDurations } from './duration-summary.ts';
import {
  type ExternalService,
  type ExternalServices,
  MAIL_FAULTS,
  startExternalServices,
} from './external-services.ts';

/** Users during a service's failure: some create orders, one logs in and reads. */
const WRITERS = scaled(1, 4);
/** Pause of these users between their calls, in ms: the test waits for slow services most of the time, which would be thousands of calls. */
const PAUSE_MS = scaled(100, 0);
/** One fault of each kind in `npm test`: silence, a cut connection, a refusal, garbage. */
const MAIL_FAULTS_TRIED = scaled(
  ['never responds', 'closes the connection', 'answers 500', 'answers garbage'].map(
    (name) => MAIL_FAULTS[name] as Fault,
  ),
  Object.values(MAIL_FAULTS),
);
/** Parallel calls that wait for a service; one more than 4 would open the circuit breaker. */
const WAITING = scaled(2, 4);
/** Fewer connections than calls that wait for two services. */
const CONNECTIONS = scaled(3, 7);

let world: ExternalServices;
let bystander: Sender;
beforeAll(async () => {
  world = await startExternalServices({ DATABASE_POOL: String(CONNECTIONS) });
  bystander = await signUp(world.app, world.mail);
});
afterAll(() => world?.stop());

/** Runs a function while unrelated users work. @returns the recorded responses of these users */
async function meanwhile(work: () => Promise<void>): Promise<string[]> {
  const { api, recorded } = createRecordingClient(world.app);
  const { token, username, password } = bystander;
  let over = false;
  const reader = async () => {
    while (!over) {
      const { body } = await api.call(login, { body: { _username: username, _password: password } });
      // Of more than 20 sessions the oldest would end.
      await api.call(logout, { token: body.token });
      await api.call(listOrders, { token });
      await sleep(PAUSE_MS);
    }
  };
  const busy = [
    reader(),
    ...Array.from({ length: WRITERS }, () => writeOrders(api, token, new Map(), () => over, PAUSE_MS)),
  ];
  await work().finally(() => {
    over = true;
  });
  await Promise.all(busy);
  return recorded;
}

/** Returns the response of a service's call, and its duration in ms. */
async function use(service: ExternalService): Promise<{ answer: string; ms: number }> {
  const call = await service.prepare(world.app);
  const begun = performance.now();
  const { status, body } = await call();
  const { message } = Object(body) as { message?: string };
  return { answer: status === 200 ? '200' : `${status} ${message}`, ms: performance.now() - begun };
}

/** Calls a service and expects a response. @returns its duration in ms */
async function expectAnswer(service: ExternalService, expected: string): Promise<number> {
  const { answer, ms } = await use(service);
  expect([service.name, answer]).toEqual([service.name, expected]);
  return ms;
}

test.for(Object.keys(RESPONSE_FAULTS))(
  'if a service %s, its caller gets an explanation and other calls succeed',
  async (fault, { annotate }) => {
    onTestFinished(shortenTimeouts());
    const { services } = world;
    const took: number[] = [];
    // Breaks half of the services at a time: the other half must work.
    for (const half of [0, 1]) {
      const broken = services.filter((_, index) => index % 2 === half);
      const well = services.filter((service) => !broken.includes(service));
      for (const service of broken) service.setFault(fault);
      try {
        const recorded = await meanwhile(async () => {
          const waiting = broken.flatMap((service) =>
            Array.from({ length: WAITING }, () => expectAnswer(service, service.whileBroken(fault))),
          );
          for (const service of well) await expectAnswer(service, '200');
          took.push(...(await Promise.all(waiting)));
        });
        expect(new Set(recorded)).toEqual(new Set(['200']));
      } finally {
        for (const service of broken) service.setFault(null);
      }
      // Repaired services are used again. Without these calls, repeated failures would keep the circuit breaker open.
      for (const service of broken) await expectAnswer(service, '200');
    }
    await annotate(`answered after ${summarizeDurations(took)}`);
  },
);

/** Returns the mails that couldn't be sent, and postpones them: tried again meanwhile, slow ones would hold up the next mail. */
const failedMails = () =>
  world.app.owner(
    `UPDATE pgboss.job SET start_after = now() + interval '30 seconds' WHERE name = 'access-mail' AND state = 'retry' RETURNING id`,
  );

test('a failing mail server delays only mails', async () => {
  const { app, mail, mailNetwork } = world;
  const mailed: string[] = [];
  const recorded = await meanwhile(async () => {
    for (const fault of MAIL_FAULTS_TRIED) {
      mailNetwork.setFault(fault);
      const form = registrationForm();
      mailed.push(form.email);
      expect((await app.call(register, { body: form })).status).toBe(200);
      await expect.poll(failedMails).toHaveLength(mailed.length);
    }
    mailNetwork.setFault(null);
  });
  expect(new Set(recorded)).toEqual(new Set(['200']));
  await retryMails(app);
  await Promise.all(mailed.map((address) => mail.mailsTo(address)));
});
