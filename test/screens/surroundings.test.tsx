// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { withFakeTimers } from './surroundings.ts';

test('a frame that is pending when timers become real again doesn’t keep later ones from being drawn', async () => {
  let drawn = false;
  await withFakeTimers(async () => {
    requestAnimationFrame(() => {
      drawn = true;
    });
  });
  await new Promise((resolve) => requestAnimationFrame(resolve));
  // Not sooner: an earlier file of the process may have left a frame, with which this one is drawn.
  expect(drawn).toBe(true);
});
