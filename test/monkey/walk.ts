import { chooseStep } from './choose-step.ts';
import type { Visit } from './entry.ts';
import type { MonkeyFixture } from './monkey-fixture.ts';
import type { Violation } from './observer.ts';
import { createRandom } from './seeded-random.ts';
import { shrink } from './shrink.ts';
import { describeStep, type Step } from './steps.ts';

/** A fault, and the steps that led there from the opened screen. */
export interface Finding extends Visit {
  seed: number;
  fault: Violation;
  steps: readonly Step[];
  /** Whether the steps led to the fault again. */
  repeated: boolean;
}

/** Number of steps after which the screen is reopened, so that the walk stays near the screen. */
const RETURN_AFTER_STEPS = 20;

/** Takes random steps on a screen until a fault; then searches the shortest list of steps that repeats it. */
export async function walk(world: MonkeyFixture, visit: Visit, seed: number, length: number): Promise<Finding | null> {
  const steps: Step[] = [];
  const fault = await walkOnce(world, visit, seed, length, steps);
  if (!fault) return null;
  const fails = async (candidate: readonly Step[]) => isSame(await replay(world, visit, candidate), fault);
  const repeated = await fails(steps);
  return { ...visit, seed, fault, repeated, steps: repeated ? await shrink(steps, fails) : steps };
}

async function walkOnce(
  world: MonkeyFixture,
  visit: Visit,
  seed: number,
  length: number,
  steps: Step[],
): Promise<Violation | null> {
  const random = createRandom(seed);
  const { user, home, leave } = await world.enter(visit);
  try {
    let fault = await user.openHome();
    while (!fault && steps.length < length) {
      const returns = steps.length > 0 && steps.length % RETURN_AFTER_STEPS === 0;
      const view = { controls: await user.controls(), path: user.path(), atLogin: await user.isAtLogin() };
      const step: Step = returns ? { do: 'open', path: home } : chooseStep(random, view, home);
      steps.push(step);
      fault = await user.take(step);
    }
    return fault;
  } finally {
    await leave();
  }
}

/** Repeats recorded steps in a separate session. */
async function replay(world: MonkeyFixture, visit: Visit, steps: readonly Step[]): Promise<Violation | null> {
  const { user, leave } = await world.enter(visit);
  try {
    let fault = await user.openHome();
    for (const step of steps) fault ??= await user.take(step);
    return fault;
  } finally {
    await leave();
  }
}

/** Whether two faults are the same, apart from ids and counts in their texts. */
const isSame = (one: Violation | null, other: Violation): boolean =>
  one?.kind === other.kind && one.detail.replace(/\d+/g, '') === other.detail.replace(/\d+/g, '');

/** Formats a finding for people. */
export function describeFinding({ screen, username, seed, fault, steps, repeated }: Finding): string {
  return [
    `${fault.kind}: ${fault.detail}`,
    `on ${screen} as ${username ?? 'a visitor'}, seed ${seed}, ${repeated ? 'repeated by' : 'not repeated by all of'}`,
    ...steps.map((step, index) => `  ${index + 1}. ${describeStep(step)}`),
    `  ${JSON.stringify(steps)}`,
  ].join('\n');
}
