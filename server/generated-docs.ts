import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { contract } from '#shared/contract.ts';
import { operatorContract } from '#shared/ops/contract.ts';
import { apiDocument, operatorDocument } from './api-document.ts';
import { ALL_PROCESSES, type SettingDescription } from './config/setting.ts';
import { settings } from './config/settings.ts';
import { statesDocument } from './states-document.ts';

const OPERATIONS = 'docs/operations.md';
const TABLE = /<!-- settings -->[\s\S]*<!-- \/settings -->/;

/** Returns the documents that are generated from code, by path. A test fails if a committed document is stale. */
export async function generatedDocs(): Promise<Record<string, string>> {
  const operations = await readFile(join(import.meta.dirname, '..', OPERATIONS), 'utf8');
  return {
    'docs/api/openapi.json': json(apiDocument(contract)),
    'docs/api/operators.openapi.json': json(operatorDocument(operatorContract)),
    'docs/states.md': statesDocument(),
    [OPERATIONS]: operations.replace(TABLE, `<!-- settings -->\n${settingsTable()}\n<!-- /settings -->`),
  };
}

const json = (document: object) => `${JSON.stringify(document, null, 2)}\n`;

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
