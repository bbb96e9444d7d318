// Checks the gzipped sizes of the built portal against budgets: for login, the orders list, and each further screen.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const KIB = 1024;
const out = join(import.meta.dirname, '..', 'dist', 'web');
const manifest = JSON.parse(readFileSync(join(out, '.vite', 'manifest.json'), 'utf8'));
const gzipSizes = new Map();

function gzipSize(file) {
  if (!gzipSizes.has(file)) gzipSizes.set(file, gzipSync(readFileSync(join(out, file)), { level: 9 }).length);
  return gzipSizes.get(file);
}

/** Returns the scripts that a chunk loads statically, including itself. */
function scriptsOf(key, found = new Set()) {
  const chunk = manifest[key];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const imported of chunk.imports ?? []) scriptsOf(imported, found);
  return found;
}

const sum = (files) => [...files].reduce((total, file) => total + gzipSize(file), 0);
const entry = 'index.html';
const consoleEntry = 'console.html';
const screens = Object.keys(manifest).filter(
  (key) => /^(\w+\/sender\/[^/]+|shell\/not-found)\/[^/]+\.tsx$/.test(key) && manifest[key].isDynamicEntry,
);
if (screens.length <= 25) throw new Error(`only ${screens.length} screens in the manifest`);
const base = scriptsOf(entry);
const withScreen = (key) => new Set([...base, ...scriptsOf(key)]);

/** Returns the key of a screen. @throws when the manifest has none of this name */
function find(name) {
  const screen = screens.find((key) => key.endsWith(`/${name}/${name}.tsx`));
  if (!screen) throw new Error(`no screen ${name} in the manifest`);
  return screen;
}

const styles = readdirSync(join(out, 'assets')).filter((name) => name.endsWith('.css'));
const fonts = readdirSync(join(out, 'assets')).filter((name) => name.endsWith('.woff2'));
const orders = withScreen(find('orders'));

const budgets = [
  ['login, all scripts', sum(withScreen(find('login'))), 130],
  ['/ordenes, all scripts', sum(orders), 190],
  ...screens.map((key) => [
    `${key}, in addition to /ordenes`,
    sum([...scriptsOf(key)].filter((file) => !orders.has(file))),
    45,
  ]),
  ['/consola, all scripts', sum(scriptsOf(consoleEntry)), 190],
  ['all style sheets', sum(styles.map((name) => join('assets', name))), 30],
  ...fonts.map((name) => [name, readFileSync(join(out, 'assets', name)).length, 50]),
];

let failed = false;
for (const [name, bytes, limit] of budgets) {
  const over = bytes > limit * KIB;
  failed ||= over;
  process.stdout.write(`${over ? '✗' : '✓'} ${(bytes / KIB).toFixed(1).padStart(6)} of ${limit} KB  ${name}\n`);
}
if (fonts.length > 1) {
  failed = true;
  process.stdout.write(`✗ more than one font file: ${fonts.join(', ')}\n`);
}
process.exit(failed ? 1 : 0);
