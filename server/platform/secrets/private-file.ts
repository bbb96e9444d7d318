import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Reads a file that only this process's user may read, and creates it on first use.
 *
 * Creates the file (0600) atomically: writes and flushes a draft, then links the draft to the path. The link fails if another
 * process has created the file meanwhile, so processes that start together read the same contents, and a crash leaves no
 * half-written secret. Creates a missing folder with mode 0700.
 *
 * @param makeContents called only if the file doesn't exist. Its value is discarded if another process is faster
 * @returns the contents of the file
 * @throws the file system's error when the file can be neither read nor created
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
