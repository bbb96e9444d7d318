import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '#scripts/test/step.ts';

/** A patch that breaks the product on purpose, and the tests that must turn red. */
export interface PlantedFault {
  name: string;
  path: string;
  /** What is wrong with the product, in a sentence. */
  fault: string;
  /** Test files that must fail. */
  caughtBy: readonly string[];
}

/** Reads the patches of `test/planted`. Lines before the first difference say what the fault is and which tests catch it. */
export function readPlantedFaults(): PlantedFault[] {
  return globSync('test/planted/*.patch', { cwd: ROOT })
    .sort()
    .map((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      const fault = /^Fault: (.+)$/m.exec(text)?.[1] ?? '';
      const caughtBy = /^Caught by: (.+)$/m.exec(text)?.[1]?.split(/,\s*/) ?? [];
      return { name: basename(path, '.patch'), path: join(ROOT, path), fault, caughtBy };
    });
}
