// Runs the scaled tests of `npm test` with heavy settings, one promise after the other.
import { randomInt } from 'node:crypto';
import { join, resolve } from 'node:path';
import { endOnSignal } from '#scripts/test/end-on-signal.ts';
import { checkedOutVersion } from '#tools/version.ts';
import { ATTACKS } from './attacks.ts';
import { outcomesWithSeed, outcomeTable, readAttackResults, writeAttackResults } from './report.ts';
import { type AttackOutcome, isHeld, runAttack } from './run-attack.ts';

/** Returns the seed of an attack: another one for each version, so that each tries other inputs. `TEST_SEED` chooses it. */
const seedOf = (earlier: number | undefined): number =>
  Number(process.env.TEST_SEED || (earlier ?? randomInt(2 ** 31 - 1)));

/** Runs attacks, all of them without names. A command that was stopped is continued by the next one of the same version and seed. */
async function attack(names: readonly string[]): Promise<boolean> {
  // Read by test/test-scale.ts, here and in the processes of the tests.
  process.env.ATTACK = '1';
  const path = join(resolve('.data'), 'attack-results', checkedOutVersion());
  const results = await readAttackResults(path);
  const seed = seedOf(results?.seed);
  process.env.TEST_SEED = String(seed);
  console.log(`seed ${seed} (TEST_SEED repeats it)`);
  const outcomes = new Map(outcomesWithSeed(results, seed).map((outcome) => [outcome.name, outcome]));
  const save = async (outcome: AttackOutcome) => {
    outcomes.set(outcome.name, outcome);
    await writeAttackResults(path, { seed, outcomes: [...outcomes.values()] });
  };
  const wanted = ATTACKS.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const one of wanted) {
    console.log(`\n── ${one.name}: ${one.promise} ──`);
    const earlier = outcomes.get(one.name);
    if (earlier && isHeld(earlier) && names.length === 0) console.log('It held before.');
    else await save(await runAttack(one, { earlier: earlier?.complete ? undefined : earlier, save }));
  }
  console.log(`\n${outcomeTable([...outcomes.values()])}\n\nwritten to ${path}.json and .md`);
  return wanted.every(({ name }) => isHeld(outcomes.get(name) as AttackOutcome));
}

endOnSignal();
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
