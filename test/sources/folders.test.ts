import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const NOUN = /^(server|shared|web)\/(orders|bulk|money|warehouse|people|provider)\//;

/** What a kit imports of a noun. */
const KNOWN = [
  // A declared call names who may make it, and what the audit trail says about it.
  'shared/kit/http/endpoint.ts → shared/people/rules/activity/audit-actions.ts',
  'shared/kit/http/endpoint.ts → shared/people/rules/permissions.ts',
  'shared/kit/http/endpoint.ts → shared/people/rules/staff-permissions.ts',
  'shared/kit/resource.ts → shared/people/rules/activity/audit-actions.ts',
  'shared/kit/resource.ts → shared/people/rules/staff-permissions.ts',
  // Names that a foreign gateway may spell in another way.
  'shared/kit/http/foreign-reply.ts → shared/money/rules/payments.ts',
  'shared/kit/http/foreign-reply.ts → shared/orders/rules/delivery-modes.ts',
  // Settings of the installation that the portal asks for at its start.
  'shared/kit/settings.ts → shared/people/rules/approval.ts',
  'web/kit/call/settings.ts → shared/bulk/rows/limits.ts',
  // Whether a session has fulfillment, which no token contains.
  'web/kit/call/session.ts → shared/orders/lookups.ts',
];

/** Returns the files of the browser and of the contract that a file imports. */
function importsOf(path: string): string[] {
  const specifiers = [...readFileSync(path, 'utf8').matchAll(/(?:from|import) '([^']+)'|import\('([^']+)'\)/g)];
  return specifiers.flatMap(([, fixed, lazy]) => {
    const specifier = fixed ?? lazy ?? '';
    if (/^#(web|shared)\//.test(specifier)) return [specifier.slice(1)];
    return specifier.startsWith('.') ? [join(dirname(path), specifier)] : [];
  });
}

const imports = globSync('{web,shared}/**/*.{ts,tsx}')
  .filter((path) => !path.includes('.test.'))
  .flatMap((path) => importsOf(path).map((imported) => ({ path, imported })));

test('a folder has at most 25 files', () => {
  const files = globSync('{server,shared,web,test,tools,scripts}/**/*.{ts,tsx,mjs,css,sql}');
  const full = [...Map.groupBy(files, dirname)].filter(([, { length }]) => length > 25);
  expect(full.map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([]);
});

describe('the kits', () => {
  test('know no noun, apart from the listed exceptions', () => {
    const known = new Set(
      imports
        .filter(({ path, imported }) => /^(web|shared)\/kit\//.test(path) && NOUN.test(imported))
        .map(({ path, imported }) => `${path} → ${imported}`),
    );
    expect([...known].sort()).toEqual([...KNOWN].sort());
  });

  test('draw elements without knowing calls, drafts or the contract', () => {
    const wrong = imports.filter(
      ({ path, imported }) =>
        path.startsWith('web/kit/ui/') &&
        !/^web\/kit\/(ui|styles)\//.test(imported) &&
        imported !== 'shared/kit/days.ts',
    );
    expect(wrong).toEqual([]);
  });

  test('call the gateway without drawing anything', () => {
    const wrong = imports.filter(
      ({ path, imported }) =>
        /^web\/kit\/(call|lib|live)\//.test(path) && /\.tsx$|^web\/kit\/(ui|app|list|grid)\//.test(imported),
    );
    expect(wrong).toEqual([]);
  });
});

test('what both sides show imports no screen, and a sender’s screen no other screen', () => {
  const sideOf = (path: string) => /^web\/\w+\/(sender\/[^/]+|staff)\//.exec(path)?.[1];
  const wrong = imports
    // The tables of routes.
    .filter(({ path }) => !/^web\/\w+\.tsx$|^web\/console\//.test(path))
    .filter(({ imported }) => imported.startsWith('web/'))
    .filter(({ path, imported }) => sideOf(imported) && sideOf(imported) !== sideOf(path));
  expect(wrong).toEqual([]);
});
