import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { localDay, startOfDay } from '#shared/kit/days.ts';
import { HOUR_MS, HOUR_SECONDS, MINUTE_MS } from '#shared/kit/time-units.ts';
import { listClients } from '#shared/people/staff-clients.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { type ProviderClient, startProviderClient } from '#test/callers/provider-client.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { signUp } from '#test/fixtures/sender-factory.ts';
import { hire, type Person } from '#test/fixtures/staff-fixture.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { scaled, scaledTimeout } from '#test/test-scale.ts';
import { MODELLED, QueuesWorld, type Subject } from './queues-world.ts';

let mail: FakeMailServer;
let app: TestApp;
let provider: ProviderClient;
let people: readonly [Person, Person];
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url });
  provider = await startProviderClient(app.server.deps, app);
  app.setTime(EVENING);
  people = [await hire(app, mail, 'operations', EVENING), await hire(app, mail, 'support', EVENING)];
});
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});

/** Late in the evening, so that a snooze until tomorrow ends within a run. */
const EVENING = new Date(startOfDay(localDay(new Date())) + 22.5 * HOUR_MS);

const staff = fc.integer({ min: 0, max: 1 });
const chosen = fc.nat(1000);

/** A step of one or both members of the staff, of the sender or of a shipment, on a chosen subject. */
const step = fc.oneof(
  fc.record({ do: fc.constant('ask' as const) }),
  fc.record({ do: fc.constant('fail' as const) }),
  fc.record({ do: fc.constant('recover' as const), chosen }),
  fc.record({ do: fc.constant('decide twice' as const), chosen }),
  fc.record({ do: fc.constant('decide' as const), staff, chosen, approved: fc.boolean() }),
  fc.record({ do: fc.constant('undo' as const), staff, chosen }),
  fc.record({ do: fc.constant('assign' as const), staff, chosen, stale: fc.boolean() }),
  fc.record({ do: fc.constant('snooze' as const), staff, chosen, days: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 20, HOUR_SECONDS) }),
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The seconds within which the server accepts to undo a decision. */
const UNDOABLE_MS = 15_000;

/** Performs a step, and compares its answer with the model, which it changes. */
async function perform(world: QueuesWorld, taken: Step): Promise<void> {
  if (taken.do === 'ask') return world.ask();
  if (taken.do === 'fail') return world.fail();
  if (taken.do === 'wait') return world.wait(taken.seconds);
  const subject = world.subjects[taken.chosen % Math.max(1, world.subjects.length)];
  if (!subject) return;
  const isRequest = subject.queue !== 'incidents';
  switch (taken.do) {
    case 'recover':
      return world.recover(subject);
    case 'decide twice': {
      if (!isRequest) return;
      const statuses = await world.decideTwice(subject);
      expect(statuses.sort()).toEqual(subject.waits ? [200, 409] : [409, 409]);
      return settle(world, subject);
    }
    case 'decide':
      if (!isRequest) return;
      expect(await world.decide(taken.staff, subject, taken.approved)).toBe(subject.waits ? 200 : 409);
      return settle(world, subject);
    case 'undo': {
      if (!isRequest) return;
      const undoable = subject.decidedAt !== null && world.now - subject.decidedAt <= UNDOABLE_MS;
      expect(await world.undo(taken.staff, subject), 'undo').toBe(undoable ? 200 : 409);
      if (undoable) Object.assign(subject, { waits: true, decidedAt: null });
      return;
    }
    case 'assign': {
      const saw = taken.stale ? 1 - taken.staff : subject.assignedTo;
      const expected = !subject.waits ? 404 : saw === subject.assignedTo ? 200 : 409;
      expect(await world.assign(taken.staff, subject, saw), 'assign').toBe(expected);
      if (expected === 200) subject.assignedTo = taken.staff;
      return;
    }
    case 'snooze':
      expect(await world.snooze(taken.staff, subject, taken.days), 'snooze').toBe(subject.waits ? 200 : 404);
  }
}

function settle(world: QueuesWorld, subject: Subject): void {
  if (subject.waits) Object.assign(subject, { waits: false, decidedAt: world.now });
}

const TITLE =
  'two people of the staff work random queues at once: each sees what a recount finds, and each request is decided once';

test(TITLE, { timeout: scaledTimeout(180_000) }, async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const begins = EVENING.getTime() + ++runs * MINUTE_MS;
      app.setTime(new Date(begins));
      const sender = await signUp(app, mail);
      const found = await createStaffClient(app)(listClients, { query: { filter: { search: sender.username } } });
      const clientId = found.body.results[0]?.client_id ?? 0;
      const world = new QueuesWorld({ app, provider }, { sender, clientId }, people, begins);
      await world.ask();
      await world.fail();
      for (const taken of steps) {
        await perform(world, taken);
        for (const queue of MODELLED) {
          for (const [who, mine] of [
            [0, false],
            [0, true],
            [1, true],
          ] as const) {
            const place = `${JSON.stringify(taken)}: ${queue} of ${who}, ${mine ? 'own' : 'all'}`;
            expect(await world.listed(who, queue, mine), place).toEqual(world.expected(who, queue, mine));
          }
        }
      }
      const { counted, listed } = await world.totals(1);
      expect(counted).toEqual(listed);
      expect(await counterDrift(app.owner)).toEqual([]);
    }),
    { numRuns: scaled(4, 300), endOnFailure: true },
  );
});
