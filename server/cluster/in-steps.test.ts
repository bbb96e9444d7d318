import { expect, test } from 'vitest';
import { changeInSteps, deleteInSteps, forEachStep, lastOfFullStep } from './in-steps.ts';

/** Returns a step that changes so many rows at its calls, and the number of its calls. */
function stepsOf(...rows: readonly number[]) {
  const steps = { calls: 0, step: async () => rows[steps.calls++] ?? 0 };
  return steps;
}

const running = new AbortController().signal;

test('rows are changed in steps until one isn’t full', async () => {
  const steps = stepsOf(200, 200, 199, 200);
  expect(await changeInSteps(undefined, 200, steps.step)).toBe(599);
  expect(steps.calls).toBe(3);
});

test('rows are deleted in steps until one finds none, because a step may delete from several tables', async () => {
  const steps = stepsOf(7, 1, 0, 5);
  expect(await deleteInSteps(running, steps.step)).toBe(8);
  expect(steps.calls).toBe(3);
});

test('each step begins after the last row of the one before, and a step that isn’t full is the last one', async () => {
  const rows = [3, 5, 8, 9, 12];
  const handled: number[][] = [];
  await forEachStep(running, 0, async (after) => {
    const step = rows.filter((row) => row > after).slice(0, 2);
    handled.push(step);
    return lastOfFullStep(step, 2);
  });
  expect(handled).toEqual([[3, 5], [8, 9], [12]]);
});

test('a node that stops ends the step that it is in', async () => {
  const stopping = new AbortController();
  const steps = stepsOf(200, 200, 200);
  const stopInSecond = async () => {
    const n = await steps.step();
    if (steps.calls === 2) stopping.abort();
    return n;
  };
  expect(await changeInSteps(stopping.signal, 200, stopInSecond)).toBe(400);
});
