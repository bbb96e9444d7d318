import { afterAll, beforeAll, expect, test } from 'vitest';
import { scaled, scaledTimeout } from '#test/test-scale.ts';
import { type MonkeyFixture, startMonkeyFixture, visitsOf } from './monkey-fixture.ts';
import { describeFinding, walk } from './walk.ts';

/** Fixed seed, so that every run has the same walks; `npm run monkey` accepts other seeds. */
const SEED = 20_260;
const STEPS = scaled(20, 200);
/** Number of concurrent walks, each in a separate session. */
const LANES = 2;

let world: MonkeyFixture;

beforeAll(async () => {
  world = await startMonkeyFixture();
});

afterAll(() => world?.stop());

const TITLE = 'random clicks, input and keys on any screen cause no error, and the page keeps responding';

test(TITLE, { timeout: scaledTimeout(600_000) }, async ({ annotate }) => {
  const visits = [...visitsOf(SEED).entries()];
  const findings: string[] = [];
  const begun = performance.now();
  const lane = async () => {
    for (let next = visits.shift(); next; next = visits.shift()) {
      const [index, visit] = next;
      const finding = await walk(world, visit, SEED + index, STEPS);
      if (finding) findings.push(describeFinding(finding));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await annotate(`${STEPS} steps a screen in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  expect(findings.join('\n\n')).toBe('');
});
