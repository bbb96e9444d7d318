import { run, type Trx } from '#server/db/connection.ts';

/** Gives a user of the transaction's client the former e-mail again. @returns the user's name; null for a removed user */
export async function restoreEmail(trx: Trx, userId: number, email: string): Promise<string | null> {
  const [row] = await run<{ username: string | null }>(trx, 'SELECT restore_email($1, $2) AS username', [
    userId,
    email,
  ]);
  return row?.username ?? null;
}
