import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the repository lies. */
export const root = join(import.meta.dirname, '..');

/** Where the server's compiled code is kept from one start to the next. */
export const compileCache = join(root, 'dist', 'server-cache');

/** Every file below a folder, by its whole path. */
export function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Builds something, unless it was built of the very same sources before: folders of the repository, and single files. */
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
