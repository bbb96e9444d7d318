import { afterAll, beforeAll, expect, test } from 'vitest';
import { SEED } from '#test/app/seed.ts';
import { scaled, scaledTimeout } from '#test/test-scale.ts';
import type { Entry } from './entry.ts';
import { type MonkeyFixture, startMonkeyFixture } from './monkey-fixture.ts';
import { describeFinding, walk } from './walk.ts';

const STEPS = scaled(20, 200);
/** Number of concurrent walks, each in a separate session. */
const LANES = 2;

/** Tests that a random user on each screen of an entry finds no fault. */
export function testWalks(title: string, entry: Entry): void {
  let world: MonkeyFixture;
  beforeAll(async () => {
    world = await startMonkeyFixture(entry);
  });
  afterAll(() => world?.stop());

  test(title, { timeout: scaledTimeout(600_000) }, async ({ annotate }) => {
    const visits = [...entry.visitsOf(SEED).entries()];
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
    // As the message, because a comparison of long texts is printed shortened.
    expect(findings, [...findings, ...world.warnings()].join('\n\n')).toEqual([]);
  });
}
