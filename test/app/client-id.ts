import type { TestApp } from './test-app.ts';

/** Returns the client that a user belongs to. */
export async function clientIdOf(app: TestApp, { username }: { username: string }): Promise<number> {
  const [user] = await app.owner<{ client_id: number }>('SELECT client_id FROM users WHERE username = $1', [username]);
  if (!user) throw new Error(`no user is called ${username}`);
  return user.client_id;
}
