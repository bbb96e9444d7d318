import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Failure } from './failure.ts';
import { chooseSecondLooks, PROTECTED, readSecondLooks, refusalOf, writeSecondLooks } from './second-look.ts';

const failureIn = (file: string | null, name = 'a test'): Failure => ({
  what: `${file} › ${name}`,
  file,
  reasons: ['expected 1 to be 2'],
  repeat: ['npm', 'test'],
});
const alerts = failureIn('test/e2e/alerts.spec.ts');
const first = { run: 1, listed: [] };

describe('a second look', () => {
  test('is given to up to three failed tests', () => {
    const three = ['one', 'two', 'three'].map((name) => failureIn('test/e2e/alerts.spec.ts', name));
    expect(chooseSecondLooks(three, first)).toEqual(three);
    expect(chooseSecondLooks([...three, alerts], first)).toEqual([]);
  });

  test('is given to no test if another one fails at once', () => {
    expect(chooseSecondLooks([alerts, failureIn('test/isolation.test.ts')], first)).toEqual([]);
  });

  test.each(Object.keys(PROTECTED))('is never given to tests of %s', (name) => {
    const files = globSync('{server,shared,test,web,scripts,tools}/**/*.{test,spec}.{ts,tsx}');
    const guarded = files.filter((file) => PROTECTED[name]?.test(file));
    expect(guarded.length).toBeGreaterThan(0);
    for (const file of guarded) expect(refusalOf(failureIn(file), first), file).toMatch(/get no second look/);
  });

  test('is given to no check and to no error outside of the tests', () => {
    expect(chooseSecondLooks([failureIn(null, 'types')], first)).toEqual([]);
  });
});

describe('a test that passed by a second look', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'remito-second-looks-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('fails in the next nine runs, and gets another second look afterwards', () => {
    const path = join(folder, 'listed.json');
    writeSecondLooks(path, readSecondLooks(path), { passed: [alerts], remaining: [] });
    for (let run = 2; run <= 10; run++) {
      const history = readSecondLooks(path);
      expect(chooseSecondLooks([alerts], history), `run ${run}`).toEqual([]);
      expect(refusalOf(alerts, history)).toContain(`${run - 1} runs ago`);
      writeSecondLooks(path, history, { passed: [], remaining: [] });
    }
    expect(chooseSecondLooks([alerts], readSecondLooks(path))).toEqual([alerts]);
  });

  test('fails for another nine runs if it fails again', () => {
    const path = join(folder, 'again.json');
    writeSecondLooks(path, readSecondLooks(path), { passed: [alerts], remaining: [] });
    for (let run = 2; run <= 5; run++) {
      writeSecondLooks(path, readSecondLooks(path), { passed: [], remaining: run === 5 ? [alerts] : [] });
    }
    for (let run = 6; run <= 14; run++) {
      const history = readSecondLooks(path);
      expect(chooseSecondLooks([alerts], history), `run ${run}`).toEqual([]);
      writeSecondLooks(path, history, { passed: [], remaining: [] });
    }
    expect(chooseSecondLooks([alerts], readSecondLooks(path))).toEqual([alerts]);
  });

  test('doesn’t prevent a second look at another test', () => {
    const path = join(folder, 'others.json');
    writeSecondLooks(path, readSecondLooks(path), { passed: [alerts], remaining: [] });
    const other = failureIn('test/e2e/alerts.spec.ts', 'another test');
    expect(chooseSecondLooks([other], readSecondLooks(path))).toEqual([other]);
  });
});
