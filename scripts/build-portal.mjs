// Builds the portal into dist/web if its sources have changed since the last build, and compresses its files.
import { readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { buildOnce, filesBelow, root } from './build-stamp.mjs';

const COMPRESSED = new Set(['.js', '.css', '.html', '.svg', '.webmanifest']);

const configFile = join(root, 'vite.config.ts');

await buildOnce('web', { folders: ['web', 'shared'], files: [configFile] }, async () => {
  process.stdout.write('Armando el portal…\n');
  // Tests set another NODE_ENV, with which React would be built for development.
  process.env.NODE_ENV = 'production';
  await build({ configFile, logLevel: 'warn' });
  for (const file of filesBelow(join(root, 'dist', 'web')).filter((name) => COMPRESSED.has(extname(name)))) {
    const body = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  }
});
