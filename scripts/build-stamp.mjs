import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Root folder of the repository. */
export const root = join(import.meta.dirname, '..');

/** Node's compile cache of the server. */
export const compileCache = join(root, 'dist', 'server-cache');

/** Lists all files below a folder, with absolute paths. */
export function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Runs a build unless its sources (folders and files) are unchanged since the last build. */
export async function buildOnce(name, { folders, files }, build) {
  const stampFile = join(root, 'dist', `${name}.stamp`);
  const hash = createHash('sha256');
  const sources = [...folders.flatMap((folder) => filesBelow(join(root, folder))).sort(), ...files];
  for (const file of [...sources, join(root, 'package-lock.json')]) {
    hash.update(`${file.slice(root.length)}:${statSync(file).size}:`).update(readFileSync(file));
  }
  const stamp = hash.digest('hex');
  if (stamp === contentOf(stampFile)) return;
  await build();
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stampFile, stamp);
}

function contentOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
