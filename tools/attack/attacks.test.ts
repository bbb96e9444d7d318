import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { ATTACKS } from './attacks.ts';

const files = ATTACKS.flatMap((attack) => attack.files);

test('every attack lists existing tests', () => {
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  for (const { files: its, tests } of ATTACKS) {
    if (tests) expect(its.map((file) => readFileSync(file, 'utf8')).join('\n')).toMatch(tests);
  }
});

/** Returns the test files that use `scaled`, directly or through a shared file. */
function scaledTests(): string[] {
  const isScaled = (file: string) => /\bscaled\(/.test(readFileSync(file, 'utf8'));
  const shared = globSync('test/*.ts').filter((file) => !/\.test\.ts$|test-scale\.ts$/.test(file) && isScaled(file));
  const names = shared.map((file) => `/${basename(file)}'`);
  return globSync('{server,shared,test,tools}/**/*.test.ts').filter((file) => {
    const text = readFileSync(file, 'utf8');
    return isScaled(file) || names.some((name) => text.includes(name));
  });
}

test('every scaled test belongs to an attack', () => {
  const found = scaledTests();
  expect(found.length).toBeGreaterThan(15);
  expect(found.filter((file) => !files.includes(file))).toEqual([]);
});
