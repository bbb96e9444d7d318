import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { clockEnvironment } from '#test/test-time.ts';
import { main } from './ops/main.ts';

/** Result of a command. */
interface Run {
  code: number | null;
  out: string;
  err: string;
}

/**
 * Creates the functions by which tests run commands of `npm run ops --`.
 *
 * @param url address of the gateway
 * @param folder working folder of the terminal
 */
export function createOpsRunner(url: string, folder: string) {
  const terminal = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
    PUBLIC_URL: url,
    INIT_CWD: folder,
    DATA_DIR: join(folder, 'data'),
    ...env,
  });

  /** Runs a command with arguments as typed. `answers` are typed when the command asks. */
  async function ops(
    args: string[],
    env: NodeJS.ProcessEnv = { OPS_API_KEY: PROVIDER_KEY },
    answers: string[] = [],
  ): Promise<Run> {
    const run: Run = { code: null, out: '', err: '' };
    run.code = await main(args, {
      env: terminal(env),
      print: (text) => {
        run.out += `${text}\n`;
      },
      printError: (text) => {
        run.err += `${text}\n`;
      },
      ask: async () => answers.shift() ?? '',
    });
    return run;
  }

  /** Runs a command as a separate process, like `npm run ops --`. */
  function spawned(...args: string[]): Promise<Run> {
    const env = { PATH: process.env.PATH, ...clockEnvironment(), ...terminal({ OPS_API_KEY: PROVIDER_KEY }) };
    const child = spawn(process.execPath, ['scripts/ops.ts', ...args], { env });
    const run: Run = { code: null, out: '', err: '' };
    child.stdout.on('data', (chunk) => {
      run.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      run.err += chunk;
    });
    return new Promise((resolve) => child.on('close', (code) => resolve({ ...run, code })));
  }

  /** Runs a command that must succeed. @returns its output */
  async function printed(...args: string[]): Promise<string> {
    const { code, out, err } = await ops(args);
    expect([code, err]).toEqual([0, '']);
    return out;
  }

  return { ops, spawned, printed };
}

export type OpsRunner = ReturnType<typeof createOpsRunner>;
