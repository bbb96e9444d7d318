import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { readOrCreatePrivateFile } from '#server/platform/secrets/private-file.ts';
import type { PostgresPaths } from './paths.ts';

/** Passwords of the database's three logins, and the port (TCP on Windows; elsewhere part of the socket's name). */
export type Credentials = { port: number; superuser: string; owner: string; login: string };

/**
 * Reads the passwords of DATA_DIR's database (`DATA_DIR/postgres.json`, 0600), or generates them before `initdb`. A backup of
 * the database is useless without them.
 *
 * @throws when there is a database but no passwords
 */
export async function readCredentials(paths: PostgresPaths): Promise<Credentials> {
  if (existsSync(paths.data) && !existsSync(paths.credentials)) {
    throw new Error(
      `${paths.credentials}, with the passwords of the database in ${paths.data}, is missing: restore it`,
    );
  }
  const port = process.platform === 'win32' ? await freePort() : 5432;
  const password = () => randomBytes(24).toString('base64url');
  const text = await readOrCreatePrivateFile(paths.credentials, () =>
    JSON.stringify({ port, superuser: password(), owner: password(), login: password() }),
  );
  return JSON.parse(text);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
