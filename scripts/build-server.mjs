// Bundles the server and its libraries into dist/server if its sources have changed since the last build. Loading a thousand
// modules and stripping their types at each start would cost seconds and tens of megabytes.
import { rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { buildOnce, compileCache, root } from './build-stamp.mjs';

const out = join(root, 'dist', 'server');
const serverFile = (path) => join(root, 'server', path);

/** Entry points: the server and its worker threads. */
const ENTRIES = {
  main: serverFile('main.ts'),
  'label-worker-thread': serverFile('orders/label/drawing/label-worker-thread.ts'),
  'conversion-thread': serverFile('integrations/label-conversion/conversion-thread.ts'),
};

/** Libraries that aren't bundled, because they are native or read files of their package. */
const EXTERNAL = [/^@node-rs\/argon2/, /^@resvg\/resvg-js/, /^pdfkit/, /^fontkit/, /^pg-native/];

/** Rewrites paths relative to a module: to files next to its source, and to the bundles of worker threads. */
function sourceFolders() {
  return {
    name: 'source-folders',
    transform: {
      filter: { id: /[\\/]server[\\/].+\.ts$/ },
      handler(code, id) {
        const folder = relative(out, dirname(id)).replaceAll('\\', '/');
        return code
          .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${folder}')`)
          .replace(/new URL\('\.\/([\w-]+-thread)\.ts', import\.meta\.url\)/g, "new URL('./$1.js', import.meta.url)");
      },
    },
  };
}

/**
 * Writes what `charset` leaves as escapes: characters beyond ASCII in regular expressions and tagged templates. V8 keeps the text of
 * a file until the process ends, and takes two bytes for each character if one is beyond ASCII. `String.raw` may contain such a
 * character only in a regular expression.
 */
function asciiText() {
  const escapeOf = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return {
    name: 'ascii-text',
    renderChunk(code) {
      const [escaped] = /\\[^\0-\x7f]/.exec(code) ?? [];
      if (escaped) throw new Error(`a backslash before ${escaped[1]} would become a part of its escape`);
      return code.replace(/[^\0-\x7f]/g, escapeOf);
    },
  };
}

const here = join(import.meta.dirname, 'build-server.mjs');
await buildOnce('server', { folders: ['server', 'shared'], files: [here] }, async () => {
  // The compile cache belongs to the previous build.
  for (const folder of [out, compileCache]) rmSync(folder, { recursive: true, force: true });
  const bundle = await rolldown({
    input: ENTRIES,
    platform: 'node',
    external: EXTERNAL,
    plugins: [sourceFolders(), asciiText()],
    cwd: root,
    logLevel: 'warn',
  });
  await bundle.write({
    dir: out,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    charset: 'ascii',
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await bundle.close();
});
