import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Text of a file that only this process's user may read, made on first use.
 *
 * The file (0600) appears whole or not at all: it is written and flushed under another name and then linked into place,
 * which fails when somebody else was quicker. So two processes that start together read the same contents, and a crash
 * leaves no half-written secret. A missing folder is made with 0700.
 *
 * @param path where the file lives
 * @param makeContents called only when the file does not exist; its value may be thrown away if another process wins
 * @returns the contents of the file, whoever wrote it
 * @throws the file system's error when the file can be neither read nor made
 */
export async function readOrCreatePrivateFile(path: string, makeContents: () => string): Promise<string> {
  const existing = await readIfPresent(path);
  if (existing !== undefined) return existing;

  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(makeContents());
      await file.sync();
    } finally {
      await file.close();
    }
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(path, 'utf8');
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
