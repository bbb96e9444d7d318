import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPlantedFaults } from '#tools/planted/planted-fault.ts';
import type { Failure } from './failure.ts';
import { chooseSecondLooks, PROTECTED, readSecondLooks, refusalOf, writeSecondLooks } from './second-look.ts';

const failureIn = (file: string | null, name = 'a test'): Failure => ({
  what: `${file} › ${name}`,
  file,
  reasons: ['expected 1 to be 2'],
  repeat: ['npm', 'test'],
});
const alerts = failureIn('test/e2e/shell/alerts.spec.ts');
const first = { run: 1, listed: [] };

const files = globSync('{server,shared,test,web,scripts,tools}/**/*.{test,spec}.{ts,tsx}');
const getsOne = (file: string) => refusalOf(failureIn(file), first) === null;

describe('a second look', () => {
  test('is given to up to three failed tests', () => {
    const three = ['one', 'two', 'three'].map((name) => failureIn('test/e2e/shell/alerts.spec.ts', name));
    expect(chooseSecondLooks(three, first)).toEqual(three);
    expect(chooseSecondLooks([...three, alerts], first)).toEqual([]);
  });

  test('is given to no test if another one fails at once', () => {
    expect(chooseSecondLooks([alerts, failureIn('test/isolation/isolation.test.ts')], first)).toEqual([]);
  });

  test('is given to no test outside of the browser and of screens', () => {
    const others = files.filter((file) => !/^test\/(?:e2e|screens)\//.test(file));
    expect(others.length).toBeGreaterThan(300);
    expect(others.filter(getsOne)).toEqual([]);
  });

  test('is given to no test that catches a planted fault, except one of how the portal looks and reads', () => {
    const appearance = [
      'test/e2e/shell/accessibility.spec.ts',
      'test/screens/orders/shipments/console-collections.test.tsx',
      'test/screens/orders/paste-contact.test.tsx',
    ];
    const catching = new Set(readPlantedFaults().flatMap(({ caughtBy }) => caughtBy));
    expect([...catching].filter(getsOne).sort()).toEqual(appearance.sort());
  });

  test.each([
    'e2e/people/access.spec.ts',
    'e2e/people/sessions.spec.ts',
    'e2e/people/passkeys.spec.ts',
    'e2e/people/account.spec.ts',
    'e2e/shell/live.spec.ts',
    'e2e/people/staff.spec.ts',
    'e2e/people/approval.spec.ts',
    'e2e/people/team.spec.ts',
    'e2e/warehouse/stock.spec.ts',
    'e2e/money/payments.spec.ts',
    'e2e/money/checkout.spec.ts',
    'e2e/money/console-charges.spec.ts',
    'e2e/orders/order-actions.spec.ts',
    'e2e/orders/new-order-saving.spec.ts',
    'e2e/bulk/bulk-upload.spec.ts',
    'e2e/money/console-tariffs.spec.ts',
    'screens/shell/live.test.tsx',
    'screens/people/permissions.test.tsx',
    'screens/people/required-factor.test.tsx',
    'screens/orders/new-order-saving.test.tsx',
    'screens/money/payments.test.tsx',
    'screens/people/personal-data.test.tsx',
    'screens/people/activity.test.tsx',
    'screens/shell/foreign-gateway.test.tsx',
    'screens/orders/order-detail-actions.test.tsx',
  ])('is not given to test/%s', (name) => {
    expect(files).toContain(`test/${name}`);
    expect(refusalOf(failureIn(`test/${name}`), first)).toMatch(/^tests of .+ get no second look$/);
  });

  test('is refused by no pattern without a file', () => {
    const found = Object.values(PROTECTED).map((pattern) => files.filter((file) => pattern.test(file)).length);
    expect(Math.min(...found)).toBeGreaterThan(0);
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
    const other = failureIn('test/e2e/shell/alerts.spec.ts', 'another test');
    expect(chooseSecondLooks([other], readSecondLooks(path))).toEqual([other]);
  });
});
