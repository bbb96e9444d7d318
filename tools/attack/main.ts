// Runs the scaled tests of `npm test` with heavy settings, one promise after the other.
import { join, resolve } from 'node:path';
import { ATTACKS } from './attacks.ts';
import { outcomeTable, writeOutcomes } from './report.ts';
import { type AttackOutcome, isHeld, runAttack } from './run-attack.ts';

async function attack(names: readonly string[]): Promise<boolean> {
  // Read by test/test-scale.ts, here and in the processes of the tests.
  process.env.ATTACK = '1';
  const path = join(resolve('.data'), 'attack-results', new Date().toISOString().replace(/[:.]/g, '-'));
  const outcomes: AttackOutcome[] = [];
  for (const one of ATTACKS.filter(({ name }) => names.length === 0 || names.includes(name))) {
    console.log(`\n── ${one.name}: ${one.promise} ──`);
    outcomes.push(await runAttack(one));
    // Writes after each attack, because a run of hours may be interrupted.
    await writeOutcomes(path, outcomes);
  }
  console.log(`\n${outcomeTable(outcomes)}\n\nwritten to ${path}.json and .md`);
  return outcomes.every(isHeld);
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => !ATTACKS.some((one) => one.name === name));
if (unknown.length === 0) {
  process.exitCode = (await attack(names)) ? 0 : 1;
} else {
  const width = Math.max(...ATTACKS.map(({ name }) => name.length));
  console.log('npm run attack -- [name …], all attacks without a name:\n');
  for (const { name, promise } of ATTACKS) console.log(`  ${name.padEnd(width)}  ${promise}`);
  process.exitCode = unknown.includes('list') ? 0 : 2;
}
