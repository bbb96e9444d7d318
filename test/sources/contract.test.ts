import { describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { isExport } from '#shared/kit/http/endpoint.ts';
import { staffContract } from '#shared/staff-contract.ts';
import { sharedApp } from '#test/app/shared-app.ts';

const { app } = await sharedApp();

/** Calls of the portal and of the provider: two API documents, one test. */
const calls = [...Object.entries(contract), ...Object.entries(staffContract)];

test('no two calls share a name or a path', () => {
  expect(new Set(calls.map(([name]) => name)).size).toBe(calls.length);
  expect(new Set(calls.map(([, { method, path }]) => `${method} ${path}`)).size).toBe(calls.length);
});

test('the provider’s API has separate paths', () => {
  for (const { path } of Object.values(contract)) expect(path).not.toMatch(/^\/ops\//);
  for (const { path } of Object.values(staffContract)) expect(path).toMatch(/^\/ops\/v1\//);
});

test('every call that answers with a file of data is an export, which is limited', () => {
  const files = calls.filter(
    ([, { reply, produces, access }]) =>
      !reply && access !== 'public' && (produces === 'text/csv' || produces === 'application/json'),
  );
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter(([, call]) => !isExport(call)).map(([name]) => name)).toEqual([]);
});

/** Builds a path that matches the pattern and refers to no row. */
const pathTo = (path: string) => `/api${path.replace(/:[a-zA-Z]+/g, '999999999')}`;

describe.each(calls)('%s', (_name, endpoint) => {
  const request = (headers: Record<string, string> = {}) =>
    app.fetch(pathTo(endpoint.path), { method: endpoint.method, headers });

  test('has a route, with and without the slash at its end', async () => {
    const other = endpoint.path.endsWith('/') ? endpoint.path.slice(0, -1) : `${endpoint.path}/`;
    const [first, second] = await Promise.all([request(), app.fetch(pathTo(other), { method: endpoint.method })]);
    expect(app.server.mounted.has(endpoint)).toBe(true);
    expect(second.status).toBe(first.status);
    expect(first.status).toBeLessThan(500);
  });

  test('accepts an empty body with a JSON header', async () => {
    const answer = await request(endpoint.method === 'GET' ? {} : { 'content-type': 'application/json' });
    expect(answer.status).toBeLessThan(500);
    expect(answer.status).not.toBe(415);
  });
});

const guarded = calls.filter(([, { access }]) => access !== 'public');

test.each(guarded)('%s refuses a request without a token or with an invalid one', async (_name, endpoint) => {
  const answers = await Promise.all(
    [undefined, '', 'abc.def.ghi'].map((token) =>
      app.fetch(pathTo(endpoint.path), {
        method: endpoint.method,
        ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
});
