import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';

/** Folder of files in memory, on Linux. */
export const SHARED_MEMORY = '/dev/shm';

/** Name of a test run's folder: `remito-test-<process id of the run>-<random>`. */
export const RUN_FOLDER = /^remito-test-(\d+)-/;

/** Space for the databases of a run, in bytes, with a reserve. */
const DATABASES = 6_000_000_000;

/** Returns the free space of the shared memory in bytes; 0 if there is none. Containers often have little of it. */
export function freeSharedMemory(): number {
  if (!existsSync(SHARED_MEMORY)) return 0;
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  return bavail * bsize;
}

/**
 * Returns the folder for the databases of tests: that of the run, which is removed with the run, or one in memory if they fit. A
 * database consists of eight hundred files, which a disk's file system creates and deletes much more slowly.
 */
export function fastFolder(): string {
  const temporary = tmpdir();
  if (RUN_FOLDER.test(basename(temporary)) || temporary.startsWith(SHARED_MEMORY)) return temporary;
  return freeSharedMemory() < DATABASES ? temporary : SHARED_MEMORY;
}
