import { afterAll, beforeAll, expect, test } from 'vitest';
import { lintPlugin } from './lint-plugin.ts';

let plugin: Awaited<ReturnType<typeof lintPlugin>>;
beforeAll(async () => {
  plugin = await lintPlugin('whole-deps.grit');
});
afterAll(() => plugin.remove());

test('a parameter that takes members apart and asks for all dependencies is refused', async () => {
  const lines = [
    'function a({ db }: Deps) {}',
    'const b = async ({ db, clock: now }: Deps, id: number) => id;',
    'function c(id: number, { config: { PUBLIC_URL } }: Deps) {}',
  ];
  expect(await plugin.refusedLines(lines, 'order-list.ts')).toEqual([1, 2, 3]);
});

test('the members that are used, whole dependencies that are handed on, and the rest of them are permitted', async () => {
  const lines = [
    "function a({ db }: Pick<Deps, 'db'>) {}",
    'function b(deps: Deps) {}',
    'function c({ config, ...deps }: Deps) {}',
    'function d({ db }: DepsOfOrders) {}',
  ];
  expect(await plugin.refusedLines(lines, 'order-list.ts')).toEqual([]);
});
