import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PLUGIN = resolve('tools/lint/literal-spread.grit');
const BIOME = resolve('node_modules/.bin/biome');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remito-lint-'));
  const rules = { preset: 'none' };
  await writeFile(join(folder, 'biome.json'), JSON.stringify({ plugins: [PLUGIN], linter: { rules } }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns the numbers of the lines that the rule refuses. */
async function refusedLines(lines: readonly string[]): Promise<number[]> {
  await writeFile(join(folder, 'sample.tsx'), lines.join('\n'));
  const { stdout } = spawnSync(BIOME, ['lint', `--config-path=${folder}`, '--reporter=github', 'sample.tsx'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return [...stdout.matchAll(/title=plugin,file=[^,]*,line=(\d+)/g)].map(([, line]) => Number(line));
}

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
  expect(await refusedLines(lines)).toEqual(lines.map((_, index) => index + 1));
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
  expect(await refusedLines(lines)).toEqual([]);
});
