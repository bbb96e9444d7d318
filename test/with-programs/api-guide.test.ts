import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { type ServerProcess, startServerProcess } from '#test/e2e/server-process.ts';

/** A step of the guide: commands, and their printed output if the guide shows one. */
interface Step {
  commands: string;
  answer: unknown;
}

const GUIDE = 'docs/api/README.md';
const END = '--- end of a step ---';

async function readSteps(): Promise<Step[]> {
  const blocks = [...(await readFile(GUIDE, 'utf8')).matchAll(/^```(sh|json)\n([\s\S]*?)^```$/gm)];
  return blocks.flatMap(([, kind, text = ''], index) => {
    if (kind !== 'sh') return [];
    const [, next, answer = ''] = blocks[index + 1] ?? [];
    return [{ commands: text, answer: next === 'json' ? JSON.parse(answer) : undefined }];
  });
}

/** Runs all steps in one shell, like a reader; a failing command ends it. @returns the output of each */
async function typed(steps: readonly Step[], url: string, folder: string): Promise<string[]> {
  const script = steps.map(({ commands }) => `${commands}\necho; echo '${END}'`).join('\n');
  const shell = spawn('bash', ['-euo', 'pipefail'], {
    cwd: folder,
    env: { ...process.env, OPS_API_KEY: PROVIDER_KEY },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let [printed, complaints] = ['', ''];
  shell.stdout.on('data', (chunk) => (printed += chunk));
  shell.stderr.on('data', (chunk) => (complaints += chunk));
  shell.stdin.end(script.replaceAll('http://localhost:3000', url));
  const code = await new Promise((resolve) => shell.once('close', resolve));
  expect({ code, complaints }).toEqual({ code: 0, complaints: '' });
  return printed.split(`${END}\n`).slice(0, -1);
}

/** Replaces every value of a sample by its type: ids, numbers and days change, keys don't. */
function shapeOf(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => shapeOf(each));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each, name)]));
  }
  if (
    ['id', 'order_id', 'tracking_id', 'first', 'label', 'final_value', 'amount', 'cost_before', 'cost_after'].includes(
      key,
    )
  )
    return typeof value;
  if (key === 'init_point') return new URL(String(value)).pathname.replace(/[^/]+$/, 'id');
  return typeof value === 'string' ? value.replace(/WEB-[\d-]+/, 'WEB') : value;
}

let server: ServerProcess;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remito-guide-'));
  server = await startServerProcess({ OPS_API_KEY: PROVIDER_KEY });
});

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

test('every command of the guide for integrators works', async () => {
  const steps = await readSteps();
  const printed = await typed(steps, server.url, folder);
  const answered = steps.map(({ answer }, index) =>
    answer === undefined ? undefined : JSON.parse(printed[index] ?? ''),
  );
  expect(answered.map((answer) => shapeOf(answer))).toEqual(steps.map(({ answer }) => shapeOf(answer)));
  expect(answered.filter(Boolean).length).toBeGreaterThan(5);
  expect(printed.find((text) => text.includes('%PDF'))).toContain('%PDF^XA');
  const failed = await readFile(join(folder, 'failed.csv'), 'utf8');
  expect(failed).toContain('motivo');
  expect(failed).toContain('El email es inválido');
});
