import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { waitForDemoData } from '#test/e2e/demo-data.ts';
import { waitForExit } from '#test/e2e/server-process.ts';

/** Starts a process with a server's output. @param code what it runs */
function server(code: string) {
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  const stop = async () => {
    child.kill();
    await waitForExit(child);
  };
  return { process: child, output: () => output, stop };
}

const RUNS = 'setInterval(() => {}, 1000);';

test('the wait for demonstration data ends with their completion', async () => {
  const complete = server(`${RUNS} console.log('data complete')`);
  await waitForDemoData(complete);
  await complete.stop();
});

test('the wait for demonstration data fails when they can’t be created, and stops the server', async () => {
  const failed = server(`${RUNS} console.log('demonstration data failed: no table')`);
  await expect(waitForDemoData(failed)).rejects.toThrow('demonstration data failed: no table');
  expect(failed.process.signalCode).toBe('SIGTERM');
});

test('the wait for demonstration data fails when the server ends', async () => {
  await expect(waitForDemoData(server("console.log('no space left')"))).rejects.toThrow('no space left');
});
