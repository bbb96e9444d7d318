import { expect } from 'vitest';
import { failureBody } from '#shared/kit/http/failure.ts';
import type { TestApp } from '#test/app/test-app.ts';
import type { RawResponse } from './raw-http.ts';

const ENGLISH =
  /\b(the|must|invalid|error|expected|required|unexpected|not found|body|request|syntax|column|relation)\b/i;

/** Expects a response other than 500, with the standard failure body in Spanish. */
export function assertWellFormed({ status, headers, text }: RawResponse): void {
  expect(status, text).toBeLessThan(500);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['cache-control']).toBe('no-store');
  if (status < 400) return;
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  const { message, errors = [] } = failureBody.parse(JSON.parse(text));
  for (const shown of [message, ...errors.map((error) => error.message)]) {
    expect(shown).not.toBe('');
    expect(shown).not.toMatch(ENGLISH);
  }
}

/** Returns every row of a client, without its sessions' last use. */
export async function rowsOfClient(app: TestApp, company: string): Promise<unknown> {
  const [{ client_id: id }] = (await app.owner<{ client_id: number }>(
    'SELECT client_id FROM clients WHERE nombre_empresa = $1',
    [company],
  )) as [{ client_id: number }];
  const tables = await app.owner<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_name)
     WHERE column_name = 'client_id' AND tables.table_schema = 'public' AND table_type = 'BASE TABLE'
       AND table_name <> 'sessions' AND table_name NOT LIKE 'audit%' ORDER BY 1`,
  );
  const rows = tables.map(({ name }) => app.owner(`SELECT t.* FROM ${name} t WHERE client_id = $1 ORDER BY t`, [id]));
  return Promise.all(rows);
}
