import { expect, onTestFinished, test, vi } from 'vitest';
import { fastFolder } from './shared-memory.ts';

test('the databases of a run are in the folder of the run, wherever it is', () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  // Windows reads TEMP.
  for (const name of ['TMPDIR', 'TEMP']) vi.stubEnv(name, '/srv/remito-test-123-aBcDeF');
  expect(fastFolder()).toBe('/srv/remito-test-123-aBcDeF');
});
