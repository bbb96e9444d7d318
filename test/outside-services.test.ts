import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { login, register } from '#shared/access.ts';
import { listOrders } from '#shared/orders.ts';
import { listening } from './answers-heard.ts';
import { effort } from './effort.ts';
import { write } from './order-writers.ts';
import { FAULTS } from './outside-server.ts';
import { MAIL_FAULTS, type OutsideService, type OutsideWorld, startOutsideWorld } from './outside-services.ts';
import { secondsOf } from './seconds.ts';
import { registrationForm, type Sender, signUp } from './senders.ts';

/** Who works on while services fail: some write, one logs in and reads. */
const WRITERS = effort(1, 4);
/** Calls at once that wait for a service; one more, and it would be left alone for a while. */
const WAITING = 4;
/** Fewer than wait for two services. */
const CONNECTIONS = 7;

let world: OutsideWorld;
let bystander: Sender;
beforeAll(async () => {
  world = await startOutsideWorld({ DATABASE_POOL: String(CONNECTIONS) });
  bystander = await signUp(world.app, world.mail);
});
afterAll(() => world?.stop());

/** Somebody who has nothing to do with any service works while something else happens. @returns what they heard */
async function meanwhile(work: () => Promise<void>): Promise<string[]> {
  const { api, heard } = listening(world.app);
  const { token, username, password } = bystander;
  let over = false;
  const reader = async () => {
    while (!over) {
      await api.call(login, { body: { _username: username, _password: password } });
      await api.call(listOrders, { token });
    }
  };
  const busy = [reader(), ...Array.from({ length: WRITERS }, () => write(api, token, new Map(), () => over))];
  await work().finally(() => {
    over = true;
  });
  await Promise.all(busy);
  return heard;
}

/** How a service's call was answered, and after how many ms. */
async function use(service: OutsideService): Promise<{ answer: string; ms: number }> {
  const call = await service.prepare(world.app);
  const begun = performance.now();
  const { status, body } = await call();
  const { message } = Object(body) as { message?: string };
  return { answer: status === 200 ? '200' : `${status} ${message}`, ms: performance.now() - begun };
}

/** Uses a service. @returns ms until it was answered as expected */
async function expectAnswer(service: OutsideService, expected: string): Promise<number> {
  const { answer, ms } = await use(service);
  expect([service.name, answer]).toEqual([service.name, expected]);
  return ms;
}

test.for(Object.keys(FAULTS))(
  'where a service %s, its caller reads so in a sentence and nobody else notices',
  async (fault, { annotate }) => {
    const { services } = world;
    const took: number[] = [];
    // Some of them at a time: the others are bystanders as well.
    for (const half of [0, 1]) {
      const broken = services.filter((_, index) => index % 2 === half);
      const well = services.filter((service) => !broken.includes(service));
      for (const service of broken) service.become(fault);
      try {
        const heard = await meanwhile(async () => {
          const waiting = broken.flatMap((service) =>
            Array.from({ length: WAITING }, () => expectAnswer(service, service.whileBroken(fault))),
          );
          for (const service of well) await expectAnswer(service, '200');
          took.push(...(await Promise.all(waiting)));
        });
        expect(new Set(heard)).toEqual(new Set(['200']));
      } finally {
        for (const service of broken) service.become(null);
      }
      // What works again is used again. Without it, many failures in a row leave a service alone for a while.
      for (const service of broken) await expectAnswer(service, '200');
    }
    await annotate(`answered after ${secondsOf(took)}`);
  },
);

test('a mail server that fails in every way delays mails, and nothing else', async () => {
  const { app, mail, mailNetwork } = world;
  const mailed: string[] = [];
  const heard = await meanwhile(async () => {
    for (const fault of Object.values(MAIL_FAULTS)) {
      mailNetwork.become(fault);
      const form = registrationForm();
      mailed.push(form.email);
      expect((await app.call(register, { body: form })).status).toBe(200);
      // Long enough for a try.
      await sleep(1000);
    }
    mailNetwork.become(null);
  });
  expect(new Set(heard)).toEqual(new Set(['200']));
  await Promise.all(mailed.map((address) => mail.mailsTo(address)));
});
