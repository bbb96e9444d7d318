import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { contract } from '#shared/contract.ts';
import {
  STAFF_ACTIONS,
  STAFF_PERMISSIONS,
  STAFF_ROLE_NAMES,
  STAFF_ROLES,
  staffMay,
} from '#shared/people/rules/staff-permissions.ts';
import { staffContract } from '#shared/staff-contract.ts';
import { ALL_PROCESSES, type SettingDescription } from './config/setting.ts';
import { settings } from './config/settings.ts';
import { statesDocument } from './states-document.ts';
import { wireLines } from './wire-lines.ts';

const [INSTALL, PROVIDER] = ['docs/install.md', 'docs/provider.md'];

/** Returns the documents that are generated from code, by path. A test fails if a committed document is stale. */
export async function generatedDocs(): Promise<Record<string, string>> {
  const textOf = (path: string) => readFile(join(import.meta.dirname, '..', path), 'utf8');
  return {
    'docs/api/calls.txt': wireLines(contract),
    'docs/api/provider-calls.txt': wireLines(staffContract),
    'docs/states.md': statesDocument(),
    [INSTALL]: withTable(await textOf(INSTALL), 'settings', settingsTable()),
    [PROVIDER]: withTable(await textOf(PROVIDER), 'roles', rolesTable()),
  };
}

/** Replaces the table between the marks `<!-- name -->` and `<!-- /name -->`. @throws if a document lacks the marks */
function withTable(document: string, name: string, table: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [document.indexOf(start), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the document has no marks of the table '${name}'`);
  return `${document.slice(0, from)}${start}\n${table}\n${document.slice(to)}`;
}

function rolesTable(): string {
  const rows = STAFF_PERMISSIONS.map((permission) => [
    `\`${permission}\``,
    STAFF_ACTIONS[permission],
    ...STAFF_ROLES.map((role) => (staffMay(role, permission) ? 'yes' : '')),
  ]);
  const head = ['scope', 'allows (as the console shows)', ...STAFF_ROLES.map((role) => STAFF_ROLE_NAMES[role])];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function settingsTable(): string {
  const { properties = {} } = z.toJSONSchema(settings, { io: 'input' });
  const rows = Object.entries(properties as unknown as Record<string, SettingDescription>).map(
    ([name, { takes, description, unset, default: fallback, by }]) =>
      `| \`${name}\` | ${takes} | ${description} | ${unset ?? fallback} | ${by.length === ALL_PROCESSES.length ? 'all' : by.join(', ')} |`,
  );
  return ['| setting | takes | meaning | when unset | read by |', '| --- | --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}
