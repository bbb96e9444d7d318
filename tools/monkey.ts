// Runs a random user on every screen, with the accounts in rotation. Prints each finding with its seed and the shortest
// steps that reproduce it.
import { parseArgs } from 'node:util';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { consoleEntry } from '#test/monkey/console-entry.ts';
import { startMonkeyFixture } from '#test/monkey/monkey-fixture.ts';
import { createPortalEntry } from '#test/monkey/portal-entry.ts';
import { describeFinding, walk } from '#test/monkey/walk.ts';

const { values } = parseArgs({
  options: {
    /** Seed of the first walk; the same seed on the same data gives the same walk. */
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '20' },
    /** Steps on each screen before the next one. */
    steps: { type: 'string', default: '60' },
    /** Walks in the staff's console instead of the portal. */
    console: { type: 'boolean', default: false },
    /** Name of the one screen to visit; all screens without it. */
    screen: { type: 'string' },
  },
});

const entry = values.console ? consoleEntry : createPortalEntry();
const world = await startMonkeyFixture(entry);
const begun = performance.now();
const minutes = () => (performance.now() - begun) / MINUTE_MS;
let findings = 0;
let walks = 0;
try {
  for (let seed = Number(values.seed), turn = seed; minutes() < Number(values.minutes); turn++) {
    for (const visit of entry.visitsOf(turn)) {
      if (minutes() >= Number(values.minutes)) break;
      if (values.screen && visit.screen !== values.screen) continue;
      const finding = await walk(world, visit, seed++, Number(values.steps));
      walks += 1;
      if (!finding) continue;
      findings += 1;
      console.log(`\n${describeFinding(finding)}`);
    }
  }
} finally {
  await world.stop();
}
console.log(`\nseed ${values.seed}: ${walks} walks in ${minutes().toFixed(0)} minutes, ${findings} findings`);
process.exitCode = findings > 0 ? 1 : 0;
