// Puts the server and its libraries into a few files in dist/server when its sources are newer than the last build: a
// thousand modules that are found, read and stripped of their types at each start cost seconds and tens of megabytes.
import { rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { buildOnce, compileCache, root } from './build-stamp.mjs';

const out = join(root, 'dist', 'server');
const inRoot = (path) => join(root, 'server', path);

/** What starts by itself: the server, and its threads. */
const ENTRIES = {
  main: inRoot('main.ts'),
  'label-worker-thread': inRoot('features/label/label-worker-thread.ts'),
  'conversion-thread': inRoot('integrations/label-conversion/conversion-thread.ts'),
};

/** Libraries that are native, or that read files of their own: they stay where npm put them. */
const EXTERNAL = [/^@node-rs\/argon2/, /^@resvg\/resvg-js/, /^pdfkit/, /^fontkit/, /^pg-native/];

/** Files beside a module are found from where its source lies, threads among what was built. */
function sourceFolders() {
  return {
    name: 'source-places',
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

const here = join(import.meta.dirname, 'build-server.mjs');
await buildOnce('server', { folders: ['server', 'shared'], files: [here] }, async () => {
  // What was compiled of the last build is of no use to this one.
  for (const folder of [out, compileCache]) rmSync(folder, { recursive: true, force: true });
  const bundle = await rolldown({
    input: ENTRIES,
    platform: 'node',
    external: EXTERNAL,
    plugins: [sourceFolders()],
    cwd: root,
    logLevel: 'warn',
  });
  await bundle.write({ dir: out, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name].js' });
  await bundle.close();
});
