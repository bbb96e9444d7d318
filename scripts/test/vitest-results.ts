import type { TestCase, TestModule, TestSuite } from 'vitest/node';

/** Returns whether a hook of a file or suite, or of one around it, failed. */
const hasFailedHook = (part: TestModule | TestSuite): boolean =>
  part.errors().length > 0 || (part.type === 'suite' && hasFailedHook(part.parent));

/**
 * Returns whether a test did not run although nothing excuses it: no condition of the machine that its tags name, no pattern of names,
 * and no error of the hooks around it, which is a failure already.
 */
export function isSkipped(test: TestCase): boolean {
  if (test.result().state !== 'skipped') return false;
  const { tags, testNamePattern: pattern } = test.project.config;
  const isExcused = tags.some(({ name, skip }) => skip && test.tags.includes(name));
  const isWanted = !pattern || new RegExp(pattern).test(test.fullName);
  return isWanted && !isExcused && !hasFailedHook(test.parent);
}

/** Returns a file and its suites, those of them that have an error outside of their tests, such as one of a hook. */
export const partsWithError = (module: TestModule): (TestModule | TestSuite)[] =>
  [module, ...module.children.allSuites()].filter((part) => part.errors().length > 0);

/** Returns the name of a file, or of a suite with its file. */
export const partName = (part: TestModule | TestSuite): string =>
  part.type === 'module' ? part.relativeModuleId : `${part.module.relativeModuleId} › ${part.fullName}`;
