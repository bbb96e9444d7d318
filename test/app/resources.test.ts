import { beforeAll, describe, expect, test } from 'vitest';
import type { CallInput } from '#shared/kit/http/endpoint.ts';
import { csvLine, UTF8_BOM } from '#shared/kit/text/csv.ts';
import { exportLocalities, importLocalities } from '#shared/provider/staff-zip-codes.ts';
import { providerResources } from '#shared/staff-contract.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { createStockedClient } from '#test/fixtures/client-factory.ts';
import { sharedApp } from './shared-app.ts';

type Resource = (typeof providerResources)[number];

let staff: ReturnType<typeof createStaffClient>;
beforeAll(async () => {
  const { app, mail } = await sharedApp();
  await createStockedClient(app, mail, 'recursos');
  staff = createStaffClient(app);
});

const file = async (csv: Resource['csv'], input: CallInput<typeof csv> = {}) => {
  const { status, bytes } = await staff(csv, input);
  expect(status).toBe(200);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
};

const rowsOf = async ({ list }: Resource, filter: Record<string, string> = {}) => {
  const { status, body } = await staff(list, { query: { limit: 10_000, filter } as never });
  expect(status).toBe(200);
  expect(body.results).toHaveLength(body.pagination.total);
  return body.results;
};

describe.each(providerResources)('$title', (resource) => {
  const columns = Object.values(resource.columns);
  const header = UTF8_BOM + csvLine(columns.map(({ title, header = title }) => header));
  const line = (row: object) => csvLine(columns.map(({ value, inFile = value }) => inFile(row as never)));

  test('has a file with its columns and all its rows', async () => {
    const rows = await rowsOf(resource);
    expect(rows).not.toEqual([]);
    expect(await file(resource.csv)).toBe([header, ...rows.map(line)].join(''));
  });

  test('has one key for each row', async () => {
    const rows = await rowsOf(resource);
    expect(new Set(rows.map((row) => resource.key(row as never))).size).toBe(rows.length);
  });

  test.each(Object.entries(resource.filters))(
    'is narrowed by its filter %s, and so is its file',
    async (field, shown) => {
      const values =
        shown.name === undefined
          ? ['1', '0']
          : ['no-row-has-this', ...Object.keys(shown.options ?? {}).filter(Boolean)];
      const all = (await rowsOf(resource)).map(line);
      const found: string[] = [];
      for (const value of values) {
        const rows = (await rowsOf(resource, { [field]: value })).map(line);
        if (value === 'no-row-has-this') expect(rows).toEqual([]);
        expect(all).toEqual(expect.arrayContaining(rows));
        expect(await file(resource.csv, { query: { filter: { [field]: value } } as never })).toBe(
          [header, ...rows].join(''),
        );
        found.push(...rows);
      }
      // The values of a choice find each row once.
      if (values.length > 1) expect(found.sort()).toEqual(all.sort());
    },
  );
});

test('the exported localities are read again without a change', async () => {
  const text = await file(exportLocalities);
  const { body } = await staff(importLocalities, { body: { text } });
  expect(body.results).toMatchObject({ added: 0, problems: [] });
  expect(body.results.read).toBe(text.trim().split('\r\n').length - 1);
});
