import { existsSync, statfsSync } from 'node:fs';

/** Folder of files in memory, on Linux. */
export const SHARED_MEMORY = '/dev/shm';

/** Returns the free space of the shared memory in bytes; 0 if there is none. Containers often have little of it. */
export function freeSharedMemory(): number {
  if (!existsSync(SHARED_MEMORY)) return 0;
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  return bavail * bsize;
}
