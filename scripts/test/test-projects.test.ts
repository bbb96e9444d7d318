import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { TestProjectConfiguration } from 'vitest/config';
import browserConfig from '../../playwright.config.ts';
import config from '../../vitest.config.ts';
import { ROOT } from './step.ts';

/** Folders that contain no sources. */
const OTHERS = ['node_modules', 'dist', '.data', '.chromium', 'test-results'].map((folder) => `${folder}/**`);

const filesOf = (patterns: readonly string[] = []): string[] =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT, exclude: OTHERS }));

/** Returns a project of Vitest with its files. */
function vitestProject(project: TestProjectConfiguration): { name: string; files: string[] } {
  if (typeof project !== 'object' || !('test' in project)) throw new Error('a project has no settings');
  const { name, include, exclude } = project.test ?? {};
  const excluded = new Set(filesOf(exclude));
  return { name: String(name), files: filesOf(include).filter((file) => !excluded.has(file)) };
}

const projects = [
  ...(config.test?.projects ?? []).map(vitestProject),
  // The names that Playwright takes for tests by default.
  { name: 'browser', files: filesOf([`${browserConfig.testDir}/**/*.{test,spec}.{ts,tsx}`]) },
];

test('every test file belongs to exactly one project', () => {
  const files = filesOf(['**/*.{test,spec}.{ts,tsx}']);
  expect(files.length).toBeGreaterThan(400);
  const placed = files.map((file) => [file, projects.flatMap((one) => (one.files.includes(file) ? one.name : []))]);
  expect(placed.filter(([, names]) => names?.length !== 1)).toEqual([]);
});

test('every project has test files', () => {
  expect(projects.map(({ name }) => name)).toEqual([
    'rules',
    'gateway',
    'screens',
    'with programs',
    'monkey',
    'browser',
  ]);
  for (const { name, files } of projects) expect(files, name).not.toEqual([]);
});
