import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contract } from '#shared/contract.ts';
import { operatorContract } from '#shared/ops/contract.ts';
import { apiDocument, operatorDocument } from './api-document.ts';
import { settings } from './config.ts';

const OPERATIONS = 'docs/operations.md';
const TABLE = /<!-- settings -->[\s\S]*<!-- \/settings -->/;

/** Documents made from code, by their path; a test fails when a committed one is stale. */
export async function generatedDocs(): Promise<Record<string, string>> {
  const operations = await readFile(join(import.meta.dirname, '..', OPERATIONS), 'utf8');
  return {
    'docs/api/openapi.json': json(apiDocument(contract)),
    'docs/api/operators.openapi.json': json(operatorDocument(operatorContract)),
    [OPERATIONS]: operations.replace(TABLE, `<!-- settings -->\n${settingsTable()}\n<!-- /settings -->`),
  };
}

const json = (document: object) => `${JSON.stringify(document, null, 2)}\n`;

function settingsTable(): string {
  const rows = Object.entries(settings).map(([name, { doc, unset }]) => `| \`${name}\` | ${doc} | ${unset} |`);
  return ['| setting | meaning | when unset |', '| --- | --- | --- |', ...rows].join('\n');
}
