import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Folders of the server, from the lowest up: each imports only those before it. */
const SERVER = [
  // HTTP, threads, tokens, the way out: no database and no business word.
  'platform',
  // Pages of text, lines and codes: laid out in mm, painted as PDF, ZPL, SVG and PNG.
  'drawing',
  // Settings.
  'config',
  // Connections, migrations, lists: no feature.
  'db',
  // What nodes share through the database: jobs, bus, rate limits.
  'cluster',
  // Services outside.
  'integrations',
  // What features share of orders, shipments, payments and stock.
  'domain',
  'features',
  'demo',
  'portal-only',
];

/** What the portal before somebody else's gateway must not know, although it lies below. */
const FORBIDDEN = { 'portal-only': ['db', 'domain', 'demo'] } as const;

const sources = globSync('server/**/*.ts').filter((path) => !path.endsWith('.test.ts') && !path.endsWith('.d.ts'));

/** The server's files that a file imports. */
function importsOf(path: string): string[] {
  const specifiers = [...readFileSync(path, 'utf8').matchAll(/(?:from|import) '([^']+)'/g)].map(
    (match) => match[1] ?? '',
  );
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith('#server/')) return [`server/${specifier.slice('#server/'.length)}`];
    return specifier.startsWith('.') ? [join(dirname(path), specifier)] : [];
  });
}

const folderOf = (path: string) => path.split('/')[1] ?? '';
const featureOf = (path: string) => /^server\/features\/([^/]+)\//.exec(path)?.[1];

/** Pairs of a file and one that it imports, of the folders below the server's root. */
const imports = sources
  .filter((path) => !folderOf(path).endsWith('.ts'))
  .flatMap((path) => importsOf(path).map((imported) => ({ path, imported })));

describe('arrows between the server’s folders point down', () => {
  test('every folder has its place', () => {
    const folders = new Set(sources.map(folderOf).filter((name) => !name.endsWith('.ts')));
    expect([...folders].sort()).toEqual([...SERVER].sort());
  });

  test.each(SERVER)('%s imports only what lies below', (folder) => {
    const wrong = imports.filter(({ path, imported }) => {
      const to = folderOf(imported);
      if (folderOf(path) !== folder || to === folder) return false;
      // The portal before another gateway opens the same server.
      if (folder === 'portal-only' && to === 'base-server.ts') return false;
      const forbidden: readonly string[] = FORBIDDEN[folder as keyof typeof FORBIDDEN] ?? [];
      return SERVER.indexOf(to) > SERVER.indexOf(folder) || !SERVER.includes(to) || forbidden.includes(to);
    });
    expect(wrong).toEqual([]);
  });

  test('drawing knows nothing that is shared with the portal', () => {
    const wrong = sources.filter(
      (path) => folderOf(path) === 'drawing' && readFileSync(path, 'utf8').includes('#shared/'),
    );
    expect(wrong).toEqual([]);
  });

  test('SQL stands in stores alone', () => {
    const wrong = sources.filter(
      (path) =>
        ['features', 'domain', 'integrations', 'demo'].includes(folderOf(path)) &&
        !path.endsWith('.store.ts') &&
        /\b(SELECT|INSERT INTO|UPDATE \w+ SET|DELETE FROM)\b/.test(readFileSync(path, 'utf8')),
    );
    expect(wrong).toEqual([]);
  });

  test('features form no circle', () => {
    const below = new Map<string, Set<string>>();
    for (const { path, imported } of imports) {
      const [from, to] = [featureOf(path), featureOf(imported)];
      if (from && to && from !== to) below.set(from, (below.get(from) ?? new Set()).add(to));
    }
    // Features that import none of the rest are taken away until nothing is left, or only circles.
    const left = new Set(below.keys());
    for (let before = -1; before !== left.size; ) {
      before = left.size;
      for (const feature of left) if (![...(below.get(feature) ?? [])].some((to) => left.has(to))) left.delete(feature);
    }
    expect([...left]).toEqual([]);
  });
});
