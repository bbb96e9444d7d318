import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const NOUNS = ['orders', 'bulk', 'money', 'warehouse', 'people', 'provider'];

/** Folders of the server, from the lowest layer up: each may import only the ones before it; nouns may import each other. */
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
  // Business facts and what follows from them: audit trail, changes, open items.
  'events',
  // External services.
  'integrations',
  // The product by noun: its features, and in its `domain` what features of any noun may call.
  ...NOUNS,
  // The job of every night.
  'nightly',
  'demo',
  'portal-only',
];

/** Folders that a portal of a foreign gateway must not import, although they are lower layers. */
const FORBIDDEN = { 'portal-only': ['db', 'domain', 'demo'] } as const;

const sources = globSync('server/**/*.ts').filter((path) => !path.endsWith('.test.ts') && !path.endsWith('.d.ts'));

/** Returns the server’s files that a file imports. */
function importsOf(path: string): string[] {
  const specifiers = [...readFileSync(path, 'utf8').matchAll(/(?:from|import) '([^']+)'/g)].map(
    (match) => match[1] ?? '',
  );
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith('#server/')) return [specifier.slice(1)];
    return specifier.startsWith('.') ? [join(dirname(path), specifier)] : [];
  });
}

const folderOf = (path: string) => path.split('/')[1] ?? '';
const isNoun = (folder: string) => NOUNS.includes(folder);
const isDomain = (path: string) => isNoun(folderOf(path)) && path.split('/')[2] === 'domain';

/** Returns the feature of a file: `money/payment`, or `domain` for what features share. */
function featureOf(path: string): string | undefined {
  if (isDomain(path)) return 'domain';
  const [, folder = '', feature, file] = path.split('/');
  return isNoun(folder) && file ? `${folder}/${feature}` : undefined;
}

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
      if (isNoun(folder) && isNoun(to)) return false;
      // The portal of a foreign gateway opens the same server.
      if (folder === 'portal-only' && to === 'base-server.ts') return false;
      const forbidden: readonly string[] = FORBIDDEN[folder as keyof typeof FORBIDDEN] ?? [];
      if (forbidden.includes(to) || (forbidden.includes('domain') && isDomain(imported))) return true;
      return SERVER.indexOf(to) > SERVER.indexOf(folder) || !SERVER.includes(to);
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
        (isNoun(folderOf(path)) || ['integrations', 'demo'].includes(folderOf(path))) &&
        !path.endsWith('.store.ts') &&
        /\b(SELECT|INSERT INTO|UPDATE \w+ SET|DELETE FROM)\b/.test(readFileSync(path, 'utf8')),
    );
    expect(wrong).toEqual([]);
  });

  test('a statement is named after its store', () => {
    const named = sources
      .filter((path) => path.endsWith('.store.ts'))
      .flatMap((path) =>
        [...readFileSync(path, 'utf8').matchAll(/\bstatement(?:<[^(]*>)?\(\s*['`]([^.'`$]+)\./g)].map(([, store]) => ({
          path,
          store,
        })),
      );
    expect(named.length).toBeGreaterThan(300);
    expect(named.filter(({ path, store }) => basename(path, '.store.ts') !== store)).toEqual([]);
  });

  test('what features share imports no feature', () => {
    const wrong = imports.filter(
      ({ path, imported }) => isDomain(path) && isNoun(folderOf(imported)) && !isDomain(imported),
    );
    expect(wrong).toEqual([]);
  });

  test('a feature calls no stores or routes of another one', () => {
    const wrong = imports.filter(({ path, imported }) => {
      const feature = featureOf(imported);
      return (
        /\.(store|routes)\.ts$/.test(imported) &&
        isNoun(folderOf(path)) &&
        feature &&
        !['domain', featureOf(path)].includes(feature)
      );
    });
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
  const texts = files.map((path) => ({ path, text: readFileSync(path, 'utf8').trimEnd() }));
  const lengths = texts
    .filter(({ text }) => !text.startsWith('// Generated by'))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length }));
  expect(lengths.filter(({ lines }) => lines > 300)).toEqual([]);
});

test('every password that somebody chooses passes the rule for passwords', () => {
  const hashing = sources.filter((path) => /\bhashPassword\b/.test(readFileSync(path, 'utf8')));
  expect(hashing.sort()).toEqual(
    [
      // The rule.
      'server/people/domain/chosen-password.ts',
      // A demonstration's known passwords.
      'server/demo/seed/seed.ts',
      'server/people/staff/ensure-staff.ts',
      // Hashes the password of a login again.
      'server/people/access/login.ts',
      'server/platform/secrets/passwords.ts',
    ].sort(),
  );
});

test('only facts write the audit trail, publish changes, and open or close items of stock, teams, payments and uploads', () => {
  const writing = sources.filter((path) =>
    /\b(recordAudit|insertRefusals|bus\.publish|syncItemsOf|syncSubjectItems|syncTeamItems|syncSkus|syncSkusOfOrders)\(/.test(
      readFileSync(path, 'utf8'),
    ),
  );
  expect(writing.sort()).toEqual(
    [
      // Imports the stock of a former version.
      'server/demo/legacy-import/legacy-stock.ts',
      // Sessions and caches of other nodes: no facts.
      'server/people/domain/cached-sessions.ts',
      // The items themselves.
      'server/orders/domain/subject-items.store.ts',
      'server/events/audit.store.ts',
      'server/events/events.ts',
      'server/events/refusal-counter.ts',
      // The recounts at night.
      'server/people/personal-data/mask-receivers.ts',
      'server/orders/domain/flags/recount-items.ts',
    ].sort(),
  );
});

test('every mail is sent where mails are limited', () => {
  const sending = sources.filter((path) => /\bmailer\.send\b|\bcreateSmtpMailer\b/.test(readFileSync(path, 'utf8')));
  expect(sending.sort()).toEqual(
    [
      // The limit.
      'server/people/domain/mail/mails.ts',
      // The mailers themselves.
      'server/integrations/mail/create-mailer.ts',
    ].sort(),
  );
});

test('tests wait by expect.poll, whose timeout is set in one place', () => {
  const tests = globSync('{server,shared,web,test,tools,scripts}/**/*.test.{ts,tsx}');
  const others = tests.filter((path) => /\bvi\.wait[FU]|\.poll\([^;]*timeout:/.test(readFileSync(path, 'utf8')));
  expect(others).toEqual([]);
});

test('screens fake intervals by `withFakeTimers` alone, which lets pending animation frames end', () => {
  const faking = globSync('test/screens/**/*.{ts,tsx}').filter((path) =>
    /toFake:[^\]]*Interval|useFakeTimers\(\)/.test(readFileSync(path, 'utf8')),
  );
  expect(faking).toEqual(['test/screens/surroundings.ts']);
});
