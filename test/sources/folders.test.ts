import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** What a kit imports from outside the kits. */
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
  // Replies of a foreign gateway are read by the shapes of all declared ones.
  'shared/kit/http/reply-shapes.ts → shared/contract.ts',
  // Settings of the installation that the portal asks for at its start.
  'shared/kit/settings.ts → shared/people/rules/approval.ts',
  'web/kit/call/settings.ts → shared/bulk/rows/limits.ts',
  // Login and end of a session, and what its token contains.
  'web/kit/call/client-credential.ts → web/paths.ts',
  'web/kit/call/session-store.ts → shared/people/access.ts',
  'web/kit/call/session.ts → shared/people/access.ts',
  'web/kit/call/session.ts → web/paths.ts',
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
  test('import only kits, apart from the listed exceptions', () => {
    const isKit = (path: string) => /^(web|shared)\/kit\//.test(path);
    const known = new Set(
      imports
        .filter(({ path, imported }) => isKit(path) && !isKit(imported))
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
        /^web\/kit\/(call|lib|live)\//.test(path) &&
        /\.tsx$|^web\/kit\/(ui|app|form|list|grid|gallery)\//.test(imported),
    );
    expect(wrong).toEqual([]);
  });
});

/** What the console’s kit imports of its screens: who is logged in, and the end of a session. */
const KNOWN_OF_CONSOLE = [
  'web/console/kit/console-list.tsx → web/people/staff/access/use-session-ended.ts',
  'web/console/kit/kept-person.ts → web/people/staff/access/me.ts',
  'web/console/kit/not-loaded.tsx → web/people/staff/access/use-session-ended.ts',
  'web/console/kit/lazy-page.ts → web/people/staff/access/me.ts',
];

/** Tables of routes and frames, which import screens of every noun. */
const isEntry = (path: string) => /^web\/\w+\.tsx$|^web\/console\/\w[^/]*\.tsx$/.test(path);

/** Returns the screen of a sender that a file is of, or `staff` for all screens of the console. */
function sideOf(path: string): string | undefined {
  const [, sender, staff] =
    /^web\/(?:(\w+\/sender\/[^/]+|shell\/home|shell\/not-found)|\w+\/(staff))\//.exec(path) ?? [];
  return sender ?? staff;
}

describe('screens', () => {
  test('are imported by tables of routes, by their own folder and by other screens of the console', () => {
    const wrong = imports
      .filter(({ path, imported }) => !isEntry(path) && sideOf(imported) && sideOf(imported) !== sideOf(path))
      .map(({ path, imported }) => `${path} → ${imported}`);
    expect(wrong.sort()).toEqual(KNOWN_OF_CONSOLE.toSorted());
  });

  test('import no table of routes', () => {
    const wrong = imports.filter(({ path, imported }) => isEntry(imported) && !isEntry(path));
    expect(wrong).toEqual([]);
  });
});
