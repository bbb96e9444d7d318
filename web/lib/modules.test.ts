import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const modules = globSync('web/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'));

/** A statement of a module itself, not of a function: it stands at the start of its line. */
const LISTENS = /^(?:void )?(?:[\w.]+\.)?(?:addEventListener|subscribe|observe|setTimeout|setInterval)\(/m;

test('importing a module adds no listener and starts no timer', () => {
  expect(modules.length).toBeGreaterThan(300);
  expect(modules.filter((path) => LISTENS.test(readFileSync(path, 'utf8')))).toEqual([]);
});
