import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { refusalOf } from '#scripts/test/second-look.ts';
import { RESPONSE_FAULTS } from '#test/services/fake-server.ts';
import { ATTACKS } from './attacks.ts';

const files = ATTACKS.flatMap((attack) => attack.files);

test('every attack lists existing tests', () => {
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  for (const { files: its, tests } of ATTACKS) {
    for (const file of tests ? its : []) {
      const text = readFileSync(file, 'utf8');
      const faults = text.includes('RESPONSE_FAULTS') ? Object.keys(RESPONSE_FAULTS) : [];
      expect([text, ...faults].join('\n'), file).toMatch(tests as RegExp);
    }
  }
});

/** Returns the test files that use `scaled`, directly or through a shared file. */
function scaledTests(): string[] {
  const isScaled = (file: string) => /\bscaled\(/.test(readFileSync(file, 'utf8'));
  const shared = globSync('test/**/*.ts').filter(
    (file) => !/\.(test|spec)\.ts$|test-scale\.ts$/.test(file) && isScaled(file),
  );
  const names = shared.map((file) => `/${basename(file)}'`);
  return globSync('{server,shared,web,test,tools,scripts}/**/*.{test,spec}.{ts,tsx}').filter((file) => {
    const text = readFileSync(file, 'utf8');
    return isScaled(file) || names.some((name) => text.includes(name));
  });
}

test('every scaled test belongs to an attack', () => {
  const found = scaledTests();
  expect(found.length).toBeGreaterThan(15);
  expect(found.filter((file) => !files.includes(file))).toEqual([]);
});

test('no test that tries to break what must hold in every run gets a second look', () => {
  const names = [
    'isolation',
    'leaks',
    'tokens',
    'people',
    'model',
    'races',
    'payments',
    'charges',
    'network',
    'restart',
    'kill',
    'backup',
    'batch-kill',
  ];
  const guarded = ATTACKS.filter(({ name }) => names.includes(name)).flatMap((attack) => attack.files);
  const refusal = (file: string) => refusalOf({ what: file, file, reasons: [], repeat: [] }, { run: 1, listed: [] });
  expect(guarded.filter((file) => refusal(file) === null)).toEqual([]);
});

test('eight journeys run in front of a gateway that has only the specified calls, in each run', () => {
  const specs = globSync('test/e2e/**/*.spec.ts').map((file) => readFileSync(file, 'utf8'));
  expect(specs.join('\n').match(/@strict\b/g)).toHaveLength(8);
});
