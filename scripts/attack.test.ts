import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ATTACKS } from './attack/attacks.ts';

const files = ATTACKS.flatMap((attack) => attack.files);

test('every attack names tests that there are', () => {
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  for (const { files: its, tests } of ATTACKS) {
    if (tests) expect(its.map((file) => readFileSync(file, 'utf8')).join('\n')).toMatch(tests);
  }
});

test('every test that can try harder belongs to an attack', () => {
  const harder = globSync('{server,shared,test,scripts}/**/*.test.ts').filter((file) =>
    /\beffort\(/.test(readFileSync(file, 'utf8')),
  );
  expect(harder.filter((file) => !files.includes(file)).filter((file) => !file.startsWith('scripts/'))).toEqual([]);
});
