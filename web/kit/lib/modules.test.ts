import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const modules = globSync('web/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'));

/** A statement at module level, at the start of its line. */
const SIDE_EFFECT =
  /^(?:void )?(?:[\w.]+\.)?(?:addEventListener|subscribe|observe|setTimeout|setInterval|on[A-Z]\w+)\(/m;

/** Paths of the modules that contain the pattern. */
const modulesWith = (pattern: RegExp) => modules.filter((path) => pattern.test(readFileSync(path, 'utf8')));

test('importing a module adds no listener and starts no timer', () => {
  expect(modules.length).toBeGreaterThan(300);
  expect(modulesWith(SIDE_EFFECT)).toEqual([]);
});

test('screens never show the message of an unexpected error', () => {
  expect(modulesWith(/instanceof Error\b|String\((error|fault|reason)\)/)).toEqual([]);
});
