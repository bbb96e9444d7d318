import { existsSync, globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, inject, test } from 'vitest';
import { rowTypes } from '#scripts/row-types.ts';
import { apiDocument, providerDocument } from '#server/api-document.ts';
import { generatedDocs } from '#server/generated-docs.ts';
import { schemaDocuments } from '#server/schema-document.ts';
import { contract } from '#shared/contract.ts';
import { staffContract } from '#shared/staff-contract.ts';
import { createTestDatabase } from '#test/app/test-database.ts';
import { SCREEN_NAMES } from '#test/e2e/screens.ts';

const root = join(import.meta.dirname, '..', '..');

test('the generated documents match the code; `npm run docs` writes them', async () => {
  for (const [name, text] of Object.entries(await generatedDocs())) {
    expect(await readFile(join(root, name), 'utf8'), name).toBe(text);
  }
});

test('the documents of the data model, and the types of rows, match the migrations', {
  tags: 'embedded-postgres',
}, async () => {
  const database = await createTestDatabase(inject('databases'));
  await database.setTime('real');
  try {
    for (const [name, text] of Object.entries(await schemaDocuments(database.owner))) {
      expect(await readFile(join(root, name), 'utf8'), name).toBe(text);
    }
    expect(await readFile(join(root, 'server/db/rows.ts'), 'utf8')).toBe(await rowTypes(database.owner));
  } finally {
    await database.stop();
  }
});

test.each([
  ['senders', apiDocument(contract)],
  ['the provider', providerDocument(staffContract)],
])('the document of the calls of %s is valid OpenAPI 3.1', async (_, document) => {
  // The specifications have paths that end in a slash.
  const config = await createConfig({ extends: ['recommended'], rules: { 'no-path-trailing-slash': 'off' } });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
});

/** All documents, by path. */
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root });

const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

test('no recipe installs a version that isn’t released', () => {
  const released = [...textOf('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+)(?!.*not released)/gm)].map(
    ([, version]) => version,
  );
  const installed = documents.flatMap((path) =>
    [...textOf(path).matchAll(/^\s*git checkout v(\d+\.\d+\.\d+)/gm)].map(([, version]) => ({ path, version })),
  );
  expect(installed.filter(({ version }) => !released.includes(version))).toEqual([]);
});

/** Returns the anchors of a document's headings, as Markdown renderers build them. */
function headings(path: string): string[] {
  const titles = [...textOf(path).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => title);
  return titles.map((title) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function leadsSomewhere(from: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? from : join(dirname(from), path);
  if (!existsSync(join(root, target))) return false;
  return heading === undefined || headings(target).includes(heading);
}

test('every link of a document leads to an existing file and heading', () => {
  const broken = documents.flatMap((path) => {
    const links = [...textOf(path).matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(
      ([, link, picture = '']) => link ?? picture,
    );
    return links
      .filter((link) => !/^https?:/.test(link) && !leadsSomewhere(path, link))
      .map((link) => `${path}: ${link}`);
  });
  expect(broken).toEqual([]);
});

/** Folders and files of the repository that documents mention: `server/db/replica.ts`. */
const NAMED = /`((?:shared|server|web|test|scripts|tools|docs)\/[\w./-]*\w)`/g;

/** Source files that documents mention by their name alone: `order-flags.store.ts`. */
const BARE = /`([\w-][\w.-]*\.(?:tsx?|mjs|sql|css))`/g;

test('every source file that a document mentions by its name exists', () => {
  const sources = globSync('{shared,server,web,test,scripts,tools}/**/*.{ts,tsx,mjs,sql,css}', { cwd: root });
  const known = new Set(
    [...sources, 'vite.config.ts', 'vitest.config.ts', 'playwright.config.ts'].map((path) => basename(path)),
  );
  const missing = documents.flatMap((path) => {
    const names = [...textOf(path).matchAll(BARE)].map(([, name = '']) => name);
    return names.filter((name) => !known.has(name)).map((name) => `${path}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('every file that a document mentions exists', () => {
  const missing = documents.flatMap((path) => {
    const names = [...textOf(path).matchAll(NAMED)].map(([, name = '']) => name);
    return names.filter((name) => !existsSync(join(root, name))).map((name) => `${path}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('the pictures contain every screen of the portal, in their order; `npm run screens` takes them', () => {
  const shown = [...textOf('docs/screens/README.md').matchAll(/^\| !\[(?!consola-)([\w-]+)\]/gm)].map(
    ([, name]) => name,
  );
  expect(shown).toEqual(SCREEN_NAMES);
});

/** Links of an index's rows: '- [0007](0007-forced-row-level-security.md) Title', or '| [Orders](orders.md) | …'. */
const indexRows = (path: string, row: RegExp) => [...textOf(path).matchAll(row)].map(([text]) => text).sort();

test('the list of decisions contains each record once, by its heading', () => {
  const rows = globSync('docs/decisions/0*.md', { cwd: root }).map((path) => {
    const [, number, title] = /^# (\d{4}) (.*)$/m.exec(textOf(path)) ?? [];
    expect(basename(path).slice(0, 4)).toBe(number);
    return `- [${number}](${basename(path)}) ${title}`;
  });
  expect(indexRows('docs/decisions/README.md', /^- \[.*$/gm)).toEqual(rows.sort());
});

test('the list of pages about behaviour contains each page once, by its heading', () => {
  const rows = globSync('docs/behaviour/*.md', { cwd: root, exclude: ['**/README.md'] }).map(
    (path) => `| [${/^# (.*)$/m.exec(textOf(path))?.[1]}](${basename(path)}) |`,
  );
  expect(indexRows('docs/behaviour/README.md', /^\| \[.*?\) \|/gm)).toEqual(rows.sort());
});

/** Records and pages that sources and documents name: `decision 0012`, `docs/decisions/0012`, `docs/behaviour/money.md`. */
const REFERENCE = /\bdecisions?(?: record)?[ /](\d{4})\b|\b(docs\/behaviour\/[\w-]+\.md)/g;

test('every decision and page about behaviour that a source or a document names exists', () => {
  const sources = globSync('{shared,server,web,test,scripts,tools}/**/*.{ts,tsx,mjs,sql,grit,css}', { cwd: root });
  const samples = globSync('docs/samples/*', { cwd: root });
  const missing = [...sources, ...samples, ...documents].flatMap((path) =>
    [...textOf(path).matchAll(REFERENCE)]
      .filter(([, number, page = '']) =>
        number ? globSync(`docs/decisions/${number}-*.md`, { cwd: root }).length === 0 : !existsSync(join(root, page)),
      )
      .map(([text]) => `${path}: ${text}`),
  );
  expect(missing).toEqual([]);
});

test('the changelog and the lock file contain the package’s version', () => {
  const { version } = JSON.parse(textOf('package.json'));
  expect(textOf('CHANGELOG.md')).toMatch(new RegExp(`^## ${version.replaceAll('.', '\\.')},`, 'm'));
  expect(JSON.parse(textOf('package-lock.json')).version).toBe(version);
});
