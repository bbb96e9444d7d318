import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Folders of the server, from the lowest layer up: each may import only the ones before it. */
const SERVER = [
  // HTTP, worker threads, tokens, outgoing calls: no database, no business terms.
  'platform',
  // Pages of text, lines and codes: laid out in mm, rendered as PDF, ZPL, SVG and PNG.
  'drawing',
  // Settings.
  'config',
  // Connections, migrations, lists: no feature.
  'db',
  // Services that nodes share through the database: jobs, event bus, rate limits.
  'cluster',
  // External services.
  'integrations',
  // Code about orders, shipments, payments and stock that features share.
  'domain',
  'features',
  'demo',
  'portal-only',
];

/** Folders that a portal of a foreign gateway must not import, although they are lower layers. */
const FORBIDDEN = { 'portal-only': ['db', 'domain', 'demo'] } as const;

const sources = globSync('server/**/*.ts').filter((path) => !path.endsWith('.test.ts') && !path.endsWith('.d.ts'));

/** Returns the server's files that a file imports. */
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

/** Pairs of a file and an imported file, in the folders of the server. */
const imports = sources
  .filter((path) => !folderOf(path).endsWith('.ts'))
  .flatMap((path) => importsOf(path).map((imported) => ({ path, imported })));

describe('the server’s folders import only lower layers', () => {
  test('every folder belongs to a layer', () => {
    const folders = new Set(sources.map(folderOf).filter((name) => !name.endsWith('.ts')));
    expect([...folders].sort()).toEqual([...SERVER].sort());
  });

  test.each(SERVER)('%s imports only lower layers', (folder) => {
    const wrong = imports.filter(({ path, imported }) => {
      const to = folderOf(imported);
      if (folderOf(path) !== folder || to === folder) return false;
      // The portal of a foreign gateway opens the same server.
      if (folder === 'portal-only' && to === 'base-server.ts') return false;
      const forbidden: readonly string[] = FORBIDDEN[folder as keyof typeof FORBIDDEN] ?? [];
      return SERVER.indexOf(to) > SERVER.indexOf(folder) || !SERVER.includes(to) || forbidden.includes(to);
    });
    expect(wrong).toEqual([]);
  });

  test('drawing imports nothing that is shared with the portal', () => {
    const wrong = sources.filter(
      (path) => folderOf(path) === 'drawing' && readFileSync(path, 'utf8').includes('#shared/'),
    );
    expect(wrong).toEqual([]);
  });

  test('only stores contain SQL', () => {
    const wrong = sources.filter(
      (path) =>
        ['features', 'domain', 'integrations', 'demo'].includes(folderOf(path)) &&
        !path.endsWith('.store.ts') &&
        /\b(SELECT|INSERT INTO|UPDATE \w+ SET|DELETE FROM)\b/.test(readFileSync(path, 'utf8')),
    );
    expect(wrong).toEqual([]);
  });

  test('features have no import cycles', () => {
    const below = new Map<string, Set<string>>();
    for (const { path, imported } of imports) {
      const [from, to] = [featureOf(path), featureOf(imported)];
      if (from && to && from !== to) below.set(from, (below.get(from) ?? new Set()).add(to));
    }
    // Removes features without imports of the rest until only cycles remain.
    const left = new Set(below.keys());
    for (let before = -1; before !== left.size; ) {
      before = left.size;
      for (const feature of left) if (![...(below.get(feature) ?? [])].some((to) => left.has(to))) left.delete(feature);
    }
    expect([...left]).toEqual([]);
  });
});

test('no source file is longer than 300 lines', () => {
  const files = globSync('{server,shared,web,test,tools,scripts}/**/*.{ts,tsx,mjs,css,sql}');
  const lengths = files.map((path) => ({ path, lines: readFileSync(path, 'utf8').trimEnd().split('\n').length }));
  expect(lengths.filter(({ lines }) => lines > 300)).toEqual([]);
});

test('every password that somebody chooses passes the rule for passwords', () => {
  const hashing = sources.filter((path) => /\bhashPassword\b/.test(readFileSync(path, 'utf8')));
  expect(hashing.sort()).toEqual(
    [
      // The rule.
      'server/domain/chosen-password.ts',
      // A demonstration's known passwords.
      'server/demo/seed-team.ts',
      'server/features/staff/ensure-staff.ts',
      // Hashes the password of a login again.
      'server/features/access/login.ts',
      'server/platform/passwords.ts',
    ].sort(),
  );
});

test('every mail is sent where mails are limited', () => {
  const sending = sources.filter((path) => /\bmailer\.send\b|\bcreateSmtpMailer\b/.test(readFileSync(path, 'utf8')));
  expect(sending.sort()).toEqual([
    // The limit.
    'server/domain/mails.ts',
    // The mailers themselves.
    'server/integrations/mail/create-mailer.ts',
    'server/integrations/mail/smtp-mailer.ts',
  ]);
});

test('tests wait by expect.poll, whose timeout is set in one place', () => {
  const tests = globSync('{server,shared,web,test,tools,scripts}/**/*.test.{ts,tsx}');
  const others = tests.filter((path) => /\bvi\.wait[FU]|\.poll\([^;]*timeout:/.test(readFileSync(path, 'utf8')));
  expect(others).toEqual([]);
});
