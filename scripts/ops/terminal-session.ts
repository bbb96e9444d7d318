import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { dataFolder } from '#server/config/config.ts';
import type { OperatorApi } from '#server/platform/http/operator-api.ts';

/** What commands of several steps need. */
export interface TerminalSession {
  /** Address of the server. */
  url: string;
  /** File that stores the session. */
  file: string;
  /** Asks for a line of text, which isn't shown while it is typed. */
  ask: (question: string) => Promise<string>;
  /** Returns the API with the person's session, or else the key. */
  connect: () => Promise<OperatorApi>;
  /** Whether the output is JSON. */
  asJson: boolean;
}

/** Returns the path of the file that stores a person's session. */
export function sessionFile(env: NodeJS.ProcessEnv): string {
  const given = env.REMITO_SESSION_FILE;
  return given ? resolve(env.INIT_CWD ?? '.', given) : join(dataFolder(env), 'ops-session');
}

/** Returns the token of the stored session; null without one, or if it belongs to another server. */
export async function readSession(file: string, url: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const stored = JSON.parse(text) as { url?: string; token?: string };
  return stored.url === url ? (stored.token ?? null) : null;
}

/** Stores a session in a file that only this user may read. */
export async function writeSession(file: string, session: { url: string; token: string }): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await deleteSession(file);
  await writeFile(file, JSON.stringify(session), { mode: 0o600, flag: 'wx' });
}

export async function deleteSession(file: string): Promise<void> {
  await rm(file, { force: true });
}
