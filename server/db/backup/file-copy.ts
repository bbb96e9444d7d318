import { createHash } from 'node:crypto';
import { type FileHandle, lchown, mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Operating system user who gets the copies; undefined for the current user. */
export type FolderOwner = { uid: number; gid: number } | undefined;

export interface CopiedFile {
  /** Path relative to the copied folder, separated by `/`. */
  path: string;
  bytes: number;
  /** SHA-256 of the contents, in hexadecimal. */
  sha256: string;
}

/** Files copied at once. A disk flushes several files as fast as one. */
const CONCURRENCY = 8;

const CHUNK = 1024 * 1024;

/** Lists the folders and files below a folder, as relative paths separated by `/`. Follows links to folders. */
export async function listTree(folder: string, isIncluded: (path: string) => boolean = () => true) {
  const found = { folders: [] as string[], files: [] as string[] };
  async function list(below: string): Promise<void> {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const path = below ? `${below}/${entry.name}` : entry.name;
      if (!isIncluded(path)) continue;
      if (entry.isFile()) found.files.push(path);
      else if (entry.isDirectory() || entry.isSymbolicLink()) {
        found.folders.push(path);
        await list(path);
      }
    }
  }
  await list('');
  return found;
}

/** Creates folders (0700) below `target`. '' is `target` itself; outer folders must come first. */
export async function makeFolders(target: string, folders: readonly string[], owner?: FolderOwner): Promise<void> {
  for (const folder of folders) {
    const path = join(target, folder);
    await mkdir(path, { recursive: true, mode: 0o700 });
    if (owner) await lchown(path, owner.uid, owner.gid);
  }
}

/**
 * Copies files (0600) into existing folders and flushes them to disk.
 *
 * @param options.skipMissing whether to skip missing files
 * @throws the file system's error, e.g. EEXIST for an existing file; the signal's reason when aborted
 */
export async function copyFiles(
  from: string,
  to: string,
  paths: readonly string[],
  options: { owner?: FolderOwner; skipMissing?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<CopiedFile[]> {
  const copied: CopiedFile[] = [];
  const queue = paths.values();
  let failed = false;
  async function work(): Promise<void> {
    const chunk = Buffer.allocUnsafe(CHUNK);
    for (const path of queue) {
      if (failed) return;
      options.signal?.throwIfAborted();
      const source = await open(join(from, path)).catch((error: NodeJS.ErrnoException) => {
        if (options.skipMissing && error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (!source) continue;
      try {
        copied.push(await writeFrom(chunks(source, chunk), to, path, options.owner));
      } finally {
        await source.close();
      }
    }
  }
  // After a failure all workers stop, and all are awaited: the caller may then delete the folder.
  const workers = Array.from({ length: CONCURRENCY }, () =>
    work().catch((error) => {
      failed = true;
      throw error;
    }),
  );
  for (const ended of await Promise.allSettled(workers)) if (ended.status === 'rejected') throw ended.reason;
  await flushFolders(to, paths);
  return copied;
}

/** Writes files (0600) with the given contents into existing folders and flushes them to disk. */
export async function writeFiles(
  to: string,
  contents: Readonly<Record<string, string | Buffer>>,
  owner?: FolderOwner,
): Promise<CopiedFile[]> {
  const written: CopiedFile[] = [];
  for (const [path, content] of Object.entries(contents)) {
    written.push(await writeFrom([Buffer.from(content)], to, path, owner));
  }
  await flushFolders(to, Object.keys(contents));
  return written;
}

/** Reads a file through one buffer. The consumer must finish with a chunk before it takes the next one. */
async function* chunks(file: FileHandle, buffer: Buffer): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function writeFrom(
  contents: Iterable<Buffer> | AsyncIterable<Buffer>,
  to: string,
  path: string,
  owner: FolderOwner,
): Promise<CopiedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(join(to, path), 'wx', 0o600);
  try {
    for await (const chunk of contents) {
      hash.update(chunk);
      await file.writeFile(chunk);
      bytes += chunk.length;
    }
    if (owner) await file.chown(owner.uid, owner.gid);
    await file.sync();
  } finally {
    await file.close();
  }
  return { path, bytes, sha256: hash.digest('hex') };
}

/** Flushes folders, so that new file names are on disk. Windows can't open folders. */
async function flushFolders(to: string, paths: readonly string[]): Promise<void> {
  if (process.platform === 'win32') return;
  for (const folder of new Set(['', ...paths.map((path) => dirname(path))])) {
    const handle = await open(join(to, folder));
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}
