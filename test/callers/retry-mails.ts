import { expect } from 'vitest';
import type { TestApp } from '#test/app/test-app.ts';

/** Waits for a mail that was refused and is tried again within a minute, and makes refused mails due at once. */
export async function retryMails(app: TestApp): Promise<void> {
  const refused = "name LIKE '%-mail' AND state = 'retry'";
  const waits = () =>
    app.owner<{ soon: boolean }>(
      `SELECT start_after < now() + interval '1 minute' AS soon FROM pgboss.job WHERE ${refused}`,
    );
  await expect.poll(waits).not.toEqual([]);
  expect((await waits()).filter(({ soon }) => !soon)).toEqual([]);
  await app.owner(`UPDATE pgboss.job SET start_after = now() WHERE ${refused}`);
}
