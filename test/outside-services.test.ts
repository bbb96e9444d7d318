import { afterAll, beforeAll, expect, test } from 'vitest';
import { login } from '#shared/access.ts';
import { listOrders } from '#shared/orders.ts';
import { listening } from './answers-heard.ts';
import { effort } from './effort.ts';
import { type Ledger, repeat, write } from './order-writers.ts';
import { faults, type OutsideService, type OutsideWorld, startOutsideWorld } from './outside-services.ts';
import { secondsOf } from './seconds.ts';
import { type Sender, signUp } from './senders.ts';

const ROUNDS = effort(1, 3);
/** Who works on while services fail: some write, one logs in and reads. */
const WRITERS = effort(1, 20);

let world: OutsideWorld;
let bystander: Sender;
beforeAll(async () => {
  // Fewer connections than calls that wait for a service.
  world = await startOutsideWorld({ DATABASE_POOL: '4' });
  bystander = await signUp(world.app, world.mail);
});
afterAll(() => world?.stop());

/** Somebody who has nothing to do with any service works while something else happens. @returns what they heard */
async function meanwhile(work: () => Promise<void>): Promise<string[]> {
  const { api, heard } = listening(world.app);
  const { token, username, password } = bystander;
  const ledger: Ledger = new Map();
  let over = false;
  const reader = async () => {
    while (!over) {
      await api.call(login, { body: { _username: username, _password: password } });
      await api.call(listOrders, { token });
    }
  };
  const busy = [reader(), ...Array.from({ length: WRITERS }, () => write(api, token, ledger, () => over))];
  await work().finally(() => {
    over = true;
  });
  await Promise.all(busy);
  expect(await repeat(api, token, ledger)).toEqual([]);
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

/** Uses a service that works. */
async function expectWell(service: OutsideService): Promise<void> {
  expect([service.name, (await use(service)).answer]).toEqual([service.name, '200']);
}

test.for(faults)(
  'where a service %s, its caller reads so in a sentence and nobody else notices',
  async (fault, { annotate }) => {
    const { services } = world;
    const took: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // Half of them at a time: the others are bystanders as well.
      for (const half of [0, 1]) {
        const broken = services.filter((_, index) => index % 2 === half);
        const well = services.filter((service) => !broken.includes(service));
        for (const service of broken) service.become(fault);
        const heard = await meanwhile(async () => {
          const waiting = broken.map(async (service) => {
            const { answer, ms } = await use(service);
            expect([service.name, answer]).toEqual([service.name, service.whileBroken(fault)]);
            took.push(ms);
          });
          for (const service of well) await expectWell(service);
          await Promise.all(waiting);
        });
        expect(new Set(heard)).toEqual(new Set(['200']));
        for (const service of broken) service.become(null);
        // What works again is used again. Without it, many failures in a row leave a service alone for a while.
        for (const service of broken) await expectWell(service);
      }
    }
    await annotate(`answered after ${secondsOf(took)}`);
  },
);

test('every mail arrives in the end, however often its server failed', async () => {
  await Promise.all(world.mailed.map((address) => world.mail.mailsTo(address)));
});
