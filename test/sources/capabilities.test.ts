import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const CAPABILITIES = 'web/kit/call/capabilities.ts';

/** The word as a name. An option of the shared rules that a capability decides is no reading. */
const STRICT = /\bstrict\b(?!: !hasCapability\()/;

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '');

const sources = globSync('web/**/*.{ts,tsx}')
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, code: withoutComments(readFileSync(path, 'utf8')) }));

const names = sources
  .filter(({ path }) => path === CAPABILITIES)
  .flatMap(({ code }) => [...code.matchAll(/^ {2}\| '(\w+)'/gm)].flatMap(([, name]) => name ?? []));

test('screens ask for a named capability, not for the setting strict', () => {
  const readers = sources.filter(({ code }) => STRICT.test(code)).map(({ path }) => path);
  // The settings have a default of it.
  expect(readers.sort()).toEqual([CAPABILITIES, 'web/kit/call/settings.ts']);
});

test('every capability is asked for', () => {
  expect(names.length).toBeGreaterThan(20);
  const asking = sources.filter(({ code }) => /from '[^']*\/capabilities\.ts'/.test(code));
  expect(names.filter((name) => !asking.some(({ code }) => code.includes(`'${name}'`)))).toEqual([]);
});

test.each([
  'const { strict } = useSettings();',
  'const { strict: only } = useSettings();',
  'if (currentSettings().strict) return;',
  'const schema = productSchemaOf(strict);',
])('a reading of the setting is found: %s', (line) => {
  expect(STRICT.test(withoutComments(line))).toBe(true);
});

test.each(['// Hidden before a strict gateway.', "strict: !hasCapability('cuitDocuments'),"])(
  'what reads no setting is accepted: %s',
  (line) => {
    expect(STRICT.test(withoutComments(line))).toBe(false);
  },
);
