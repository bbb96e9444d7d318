import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const BIOME = resolve('node_modules/.bin/biome');

/** Runs one of Biome's plugins in `tools/lint`, without any other rule, on lines in a file of a name. */
export async function lintPlugin(plugin: string) {
  const folder = await mkdtemp(join(tmpdir(), 'remito-lint-'));
  const settings = { plugins: [resolve('tools/lint', plugin)], linter: { rules: { preset: 'none' } } };
  await writeFile(join(folder, 'biome.json'), JSON.stringify(settings));
  return {
    /** Returns the numbers of the lines that the rule refuses, from 1. */
    async refusedLines(lines: readonly string[], name = 'sample.tsx'): Promise<number[]> {
      await writeFile(join(folder, name), lines.join('\n'));
      const { stdout } = spawnSync(BIOME, ['lint', `--config-path=${folder}`, '--reporter=github', name], {
        cwd: folder,
        encoding: 'utf8',
      });
      return [...stdout.matchAll(/title=plugin,file=[^,]*,line=(\d+)/g)].map(([, line]) => Number(line));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
