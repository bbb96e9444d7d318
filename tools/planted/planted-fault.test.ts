import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '#scripts/test/step.ts';
import { readPlantedFaults } from './planted-fault.ts';

describe.each(readPlantedFaults())('the planted fault $name', ({ path, fault, caughtBy }) => {
  test('says what is wrong, and names existing tests that catch it', () => {
    expect(fault).not.toBe('');
    expect(caughtBy.length).toBeGreaterThan(0);
    expect(caughtBy.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  test('can still be applied to the sources', () => {
    expect(() => execFileSync('git', ['apply', '--check', path], { cwd: ROOT, stdio: 'pipe' })).not.toThrow();
  });
});
