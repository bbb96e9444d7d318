import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';

/** Waits for a mail that was refused, and makes refused mails due at once, which otherwise wait some seconds. */
export async function retryMails(app: TestApp): Promise<void> {
  const refused = "name LIKE '%-mail' AND state = 'retry'";
  await expect.poll(() => app.owner(`SELECT id FROM pgboss.job WHERE ${refused}`)).not.toEqual([]);
  await app.owner(`UPDATE pgboss.job SET start_after = now() WHERE ${refused}`);
}
