import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Characters of the portal's font file, the latin subset of Inter. */
const COVERED =
  /[\0-\u00ff\u0131\u0152\u0153\u02bb\u02bc\u02c6\u02da\u02dc\u2000-\u206f\u20ac\u2122\u2191\u2193\u2212\u2215\ufeff\ufffd]/g;

/** Every Macintosh has the sign of its command key. */
const SHORTCUTS = 'web/kit/lib/shortcuts.ts';

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm;

test('screens use only characters of their font: others would come from any font of the machine, or be missing', () => {
  const found = globSync('web/**/*.{css,ts,tsx}')
    .filter((path) => path !== SHORTCUTS && !/\.test\.tsx?$|gallery/.test(path))
    .map((path) => ({ path, foreign: readFileSync(path, 'utf8').replace(COMMENT, '').replace(COVERED, '') }))
    .filter(({ foreign }) => foreign !== '');
  expect(found).toEqual([]);
});
