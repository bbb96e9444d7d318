import { afterAll, beforeAll, expect, test } from 'vitest';
import { lintPlugin } from './lint-plugin.ts';

let plugin: Awaited<ReturnType<typeof lintPlugin>>;
beforeAll(async () => {
  plugin = await lintPlugin('literal-spread.grit');
});
afterAll(() => plugin.remove());

test('a spread of a literal is refused, in literals, arguments and elements, also behind a cast', async () => {
  const lines = [
    'const a = { ...{ b, c }, d };',
    'const a = [...[b, c], d];',
    'const a = call(...[b, c]);',
    'const a = new Map(...[[b, c]]);',
    'const a = [...([b, c] as const)];',
    'const a = { ...({ b } satisfies object) };',
    'const a = <p {...{ b, c }} />;',
  ];
  expect(await plugin.refusedLines(lines)).toEqual(lines.map((_, index) => index + 1));
});

test('conditional spreads, spreads of a value, rest parameters, texts and comments are permitted', async () => {
  const lines = [
    'const a = { ...(b && { c }), ...(b ? { c } : { d }), ...(b ?? {}) };',
    'const a = [...(b ? [c] : []), ...[b, c].map(call), ...b];',
    'const a = (...[b, c]: [number, number]) => b + c;',
    'const a = <p {...b} {...(b && { c })} />;',
    "const a = '...{ b }'; // ...[b, c]",
    'const a = `...[b] ...{ c }`;',
  ];
  expect(await plugin.refusedLines(lines)).toEqual([]);
});
