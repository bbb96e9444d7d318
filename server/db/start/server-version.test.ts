import { expect, inject, test } from 'vitest';
import { ConfigurationError } from '#server/platform/configuration-error.ts';
import { createLog } from '#server/platform/log.ts';
import { checkServerVersion, checkVersion } from './server-version.ts';

const lines: string[] = [];
const log = createLog('warn', { write: (line) => void lines.push(line) });

test('PostgreSQL before 15 is refused with one line', () => {
  expect(() => checkVersion(140_019, log)).toThrow(ConfigurationError);
  expect(() => checkVersion(140_019, log)).toThrow(
    'the PostgreSQL server of DATABASE_URL is 14.19: 15 to 18 are supported',
  );
});

test('PostgreSQL 15 to 18 are accepted, and a newer version with a warning', async () => {
  for (const version of [150_000, 160_004, 170_001, 180_004]) checkVersion(version, log);
  await checkServerVersion(inject('databases').owner, log);
  expect(lines).toEqual([]);
  checkVersion(190_000, log);
  expect(lines).toHaveLength(1);
});
