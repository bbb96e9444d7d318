import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Constants that have one definition, and patterns of the usual second one. A definition in another form isn't found. */
const DEFINITIONS = [
  {
    value: 'a unit of time',
    // A unit's name with a number or a product as its value, an hour or a day as a number of ms or seconds, or a factor of a minute
    // or an hour in a formula.
    pattern:
      /\bconst (?:ONE_)?(?:SECOND|MINUTE|HOUR|DAY|WEEK)(?:_(?:IN_)?(?:MS|SECONDS))?(?:: number)? = (?:[\d(]|[A-Z_]+ \*)|\b(?:3_?600_?000|86_?400(?:_?000)?)\b|(?:[*/]|seconds:) 3_?600\b|[*/] 60_?000\b|\b(?:60 \* 60|60 \* 1_?000)\b/,
    file: 'shared/kit/time-units.ts',
  },
  {
    value: 'the code of a violated unique key',
    pattern: /\b23505\b/,
    file: 'server/platform/unique-violation.ts',
  },
  {
    value: 'the refusal of one field',
    pattern: /\bFailure\(422, messages\.fields, \[/,
    file: 'server/platform/http/response/refused-field.ts',
  },
] as const;

const sources = globSync('{server,shared,web,test,tools,scripts}/**/*.{ts,tsx,mjs}')
  .filter((path) => path !== 'test/sources/single-definitions.test.ts')
  .map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n') }));

test.each(DEFINITIONS)('$value is defined once', ({ pattern, file }) => {
  const others = sources.flatMap(({ path, lines }) =>
    path === file
      ? []
      : lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: import it from ${file}`] : [])),
  );
  expect(others).toEqual([]);
});

test.each([
  ['a unit of time', 'const HOUR = 3_600_000;'],
  ['a unit of time', 'export const MINUTE_MS = 60_000;'],
  ['a unit of time', 'const DAY_SECONDS: number = 24 * HOUR_SECONDS;'],
  ['a unit of time', 'const WEEK = (1000 * 60) * 10_080;'],
  ['a unit of time', 'const DAY = HOUR_MS * 24;'],
  ['a unit of time', 'const MAX_AGE_MS = 24 * 60 * 60 * 1000;'],
  ['a unit of time', 'const yesterday = new Date(now.getTime() - 86_400_000);'],
  ['a unit of time', 'const minutes = ms / 60_000;'],
  ['a unit of time', 'const limit = { seconds: 3600 };'],
  ['a unit of time', 'const limit = { seconds: 2 * 3600 };'],
  ['the code of a violated unique key', "if ((error as { code?: string }).code === '23505') return null;"],
  ['the refusal of one field', "throw new Failure(422, messages.fields, [{ field: 'email', message }]);"],
])('another definition of %s is found: %s', (value, line) => {
  expect(DEFINITIONS.find((definition) => definition.value === value)?.pattern.test(line)).toBe(true);
});

test.each([
  'const SESSION_HOURS = 12;',
  'const DAY = new RegExp(text);',
  'const dots = 3600;',
  'const bytes = 60_000;',
])('a constant that is no unit of time is accepted: %s', (line) => {
  expect(DEFINITIONS[0].pattern.test(line)).toBe(false);
});
