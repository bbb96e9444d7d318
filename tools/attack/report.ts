import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { aligned, writeResults } from '#tools/bench/report.ts';
import { type AttackOutcome, isHeld } from './run-attack.ts';

const HEAD = ['attack', 'promise', 'tests', 'held', 'seconds'];

/** Formats the results of the attacks as a table. */
export function outcomeTable(outcomes: readonly AttackOutcome[]): string {
  const lines = outcomes.map((outcome) => {
    const { name, promise, tried, seconds } = outcome;
    const failed = tried.filter(({ passed }) => !passed).length;
    const count = failed > 0 ? `${tried.length}, ${failed} failed` : String(tried.length);
    return [name, promise, count, isHeld(outcome) ? 'yes' : '**no**', seconds.toFixed(0)];
  });
  return aligned([HEAD, ...lines]);
}

/** Lists the tests and measurements of each attack. */
function details({ name, tried, moduleErrors }: AttackOutcome): string {
  const tests = tried.flatMap(({ test, passed, seconds, notes }) => [
    `- ${passed ? '' : '**failed:** '}${test} (${seconds.toFixed(0)} s)`,
    ...notes.map((note) => `  - ${note}`),
  ]);
  return [`## ${name}`, '', ...tests, ...moduleErrors.map((line) => `- **${line}**`)].join('\n');
}

/** Results of attacks on one version. */
export interface AttackResults {
  /** Seed of everything random. */
  seed: number;
  outcomes: readonly AttackOutcome[];
}

/** Reads the results of an earlier command; null without any. @param path without extension */
export async function readAttackResults(path: string): Promise<AttackResults | null> {
  if (!existsSync(`${path}.json`)) return null;
  const { settings, outcomes } = JSON.parse(await readFile(`${path}.json`, 'utf8'));
  return { seed: settings.seed, outcomes };
}

/** Returns the outcomes that a command continues from: none if they have another seed, which makes other inputs. */
export const outcomesWithSeed = (results: AttackResults | null, seed: number): readonly AttackOutcome[] =>
  results?.seed === seed ? results.outcomes : [];

/** Writes the results so far. @param path without extension: `.json` and `.md` are written */
export async function writeAttackResults(path: string, { seed, outcomes }: AttackResults): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeResults(`${path}.json`, { seed }, { outcomes });
  await writeFile(`${path}.md`, `${[outcomeTable(outcomes), `seed ${seed}`, ...outcomes.map(details)].join('\n\n')}\n`);
}
