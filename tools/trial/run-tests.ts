import { type Finding, finding } from '#test/trials/report.ts';
import { ATTACKS, type Attack } from '#tools/attack/attacks.ts';
import { runAttack } from '#tools/attack/run-attack.ts';

/** Runs the tests of an attack with their usual settings, as a trial's table; `npm run attack` uses heavy settings. */
export function runAttackTests(name: string): Promise<Finding[]> {
  const attack = ATTACKS.find((one) => one.name === name);
  if (!attack) throw new Error(`unknown attack ${name}`);
  return tested(attack);
}

/** Runs the tests that need programs outside npm, as a trial's table. */
export const runProgramTests = (name: string): Promise<Finding[]> =>
  tested({ name, promise: '', files: [`test/with-programs/${name}.test.ts`] });

async function tested(attack: Attack): Promise<Finding[]> {
  const { tried, moduleErrors } = await runAttack(attack);
  return [
    ...tried.map(({ test, passed, seconds }) =>
      finding(test, passed ? `held, ${Math.ceil(seconds)} s` : 'broken', passed),
    ),
    ...moduleErrors.map((what) => finding(what, 'broken', false)),
  ];
}
