// Builds the portal into dist/web when its sources are newer than the last build, and compresses what may be sent often.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');
const out = join(root, 'dist', 'web');
const stampFile = join(root, 'dist', 'web.stamp');

const COMPRESSED = new Set(['.js', '.css', '.html', '.svg', '.webmanifest']);

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Changes whenever anything that the portal is made of changes. */
function stamp() {
  const hash = createHash('sha256');
  const sources = ['web', 'shared'].flatMap((name) => filesBelow(join(root, name)));
  for (const file of [...sources.sort(), join(root, 'vite.config.ts'), join(root, 'package-lock.json')]) {
    hash.update(`${file.slice(root.length)}:${statSync(file).size}:`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function lastStamp() {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return '';
  }
}

const current = stamp();
if (current !== lastStamp()) {
  process.stdout.write('Armando el portal…\n');
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  for (const file of filesBelow(out).filter((name) => COMPRESSED.has(extname(name)))) {
    const body = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  }
  writeFileSync(stampFile, current);
}
