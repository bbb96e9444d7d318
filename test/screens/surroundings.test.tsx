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
  expect(drawn).toBe(true);
  await new Promise((resolve) => requestAnimationFrame(resolve));
});
