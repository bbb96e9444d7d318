import { beforeAll, describe, expect, test } from 'vitest';
import { csvLine, UTF8_BOM } from '#shared/csv.ts';
import type { CallInput } from '#shared/http/endpoint.ts';
import { operatorResources } from '#shared/ops/contract.ts';
import { exportLocalities, importLocalities } from '#shared/ops/zip-codes.ts';
import { createOperatorClient } from './operator-client.ts';
import { signUp } from './sender-factory.ts';
import { sharedApp } from './shared-app.ts';

let operator: ReturnType<typeof createOperatorClient>;
beforeAll(async () => {
  const { app, mail } = await sharedApp();
  await signUp(app, mail);
  operator = createOperatorClient(app);
});

const file = async (csv: (typeof operatorResources)[number]['csv'], input: CallInput<typeof csv> = {}) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode((await operator(csv, input)).bytes);

describe.each(operatorResources)('the file of $title', (resource) => {
  const columns = Object.values(resource.columns);
  const header = UTF8_BOM + csvLine(columns.map(({ title, header = title }) => header));

  test('has the columns and all rows of the list', async () => {
    const { results, pagination } = (await operator(resource.list, { query: { limit: 10_000 } as never })).body;
    expect(results).toHaveLength(pagination.total);
    const rows = results.map((row) => csvLine(columns.map(({ value }) => value(row as never))));
    expect(await file(resource.csv)).toBe([header, ...rows].join(''));
  });

  test.each(Object.keys(resource.filters).filter((name) => resource.filters[name]?.name))(
    'is narrowed by the filter %s of the list',
    async (name) => {
      const filter = { [name]: 'zzz-nothing-has-this-value' };
      expect(await file(resource.csv, { query: { filter } as never })).toBe(header);
    },
  );
});

test('the exported localities are read again without a change', async () => {
  const text = await file(exportLocalities);
  const { body } = await operator(importLocalities, { body: { text } });
  expect(body.results).toMatchObject({ added: 0, problems: [] });
  expect(body.results.read).toBe(text.trim().split('\r\n').length - 1);
});
