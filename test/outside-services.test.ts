import { afterAll, beforeAll, expect, test } from 'vitest';
import { login } from '#shared/access.ts';
import { listOrders } from '#shared/orders.ts';
import { listening } from './answers-heard.ts';
import { effort } from './effort.ts';
import type { HttpClient } from './http-client.ts';
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

/** How a service's call was answered. */
async function used(service: OutsideService, app: HttpClient): Promise<string> {
  const { status, body } = await service.use(app);
  return status === 200 ? '200' : `${status} ${(body as { message?: string }).message}`;
}

test.for(faults)(
  'where a service %s, its caller reads so in a sentence and nobody else notices',
  async (fault, { annotate }) => {
    const { app, services } = world;
    const took: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // Half of them at a time: the others are bystanders as well.
      for (const half of [0, 1]) {
        const broken = services.filter((_, index) => index % 2 === half);
        const well = services.filter((service) => !broken.includes(service));
        for (const service of broken) service.become(fault);
        const heard = await meanwhile(async () => {
          const waiting = broken.map(async (service) => {
            const begun = performance.now();
            expect([service.name, await used(service, app)]).toEqual([service.name, service.whileBroken(fault)]);
            took.push(performance.now() - begun);
          });
          for (const service of well) expect([service.name, await used(service, app)]).toEqual([service.name, '200']);
          await Promise.all(waiting);
        });
        expect(new Set(heard)).toEqual(new Set(['200']));
        for (const service of broken) service.become(null);
        // What works again is used again. Without it, many failures in a row leave a service alone for a while.
        for (const service of broken) expect([service.name, await used(service, app)]).toEqual([service.name, '200']);
      }
    }
    await annotate(`answered after ${secondsOf(took)}`);
  },
);

test('every mail arrives in the end, however often its server failed', async () => {
  await Promise.all(world.mailed.map((address) => world.mail.mailsTo(address)));
});
