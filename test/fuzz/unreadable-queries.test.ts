import { beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { SPECIFIED_FILTERS } from '#shared/kit/http/pagination.ts';
import { QUEUE_NAMES } from '#shared/orders/rules/queues.ts';
import { exportShipments, listShipments } from '#shared/orders/shipments.ts';
import { endOneSession } from '#shared/people/sessions.ts';
import { changeClient, listClients } from '#shared/people/staff-clients.ts';
import { staffContract } from '#shared/staff-contract.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { createStaffClient, PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { signUp } from '#test/fixtures/sender-factory.ts';
import { hire } from '#test/fixtures/staff-fixture.ts';
import { unreadableQuery } from './unreadable-query.ts';

const { app, mail } = await sharedApp();

const calls = Object.entries({ ...contract, ...staffContract });

/** Headers of callers who may make every call. */
let callers: Record<'client' | 'provider' | 'staff', Record<string, string>>;

beforeAll(async () => {
  const sender = await signUp(app, mail);
  const provider = createStaffClient(app);
  const [{ client_id: clientId = 0 } = {}] = (
    await provider(listClients, { query: { filter: { search: sender.email } } })
  ).body.results;
  const flags = { prepago: true, logistica_inversa: true, fulfillment: true };
  await provider(changeClient, { params: { clientId }, body: flags });
  const { browser } = await hire(app, mail, 'admin');
  const { origin } = new URL(app.server.deps.config.CONSOLE_URL);
  callers = {
    client: { authorization: `Bearer ${sender.token}` },
    provider: { 'x-api-key': PROVIDER_KEY },
    staff: { origin, cookie: `remito_staff=${browser.cookie}` },
  };
});

/** Parts of paths that aren't numbers. */
const PARTS: Record<string, string> = { queue: QUEUE_NAMES[0], date: '2026-12-08' };

function send({ method, path, access }: AnyEndpoint, query: string) {
  const id = path === endOneSession.path ? '00000000-0000-4000-8000-000000000000' : '1';
  const filled = path.replace(/:([a-zA-Z]+)/g, (_, name: string) => PARTS[name] ?? id);
  const headers = callers[access === 'provider' || access === 'staff' ? access : 'client'];
  return app.fetch(`/api${filled}?${query}`, { method, headers });
}

test.each(calls)('%s refuses filters that it can’t read, and names them', async (name, endpoint) => {
  const { query, names } = unreadableQuery(name);
  const answer = await send(endpoint, query);
  const { message, errors } = JSON.parse(await answer.text());
  expect([answer.status, message]).toEqual([422, 'Revisá los datos marcados']);
  expect(errors.map(({ field }: { field: string }) => field)).toEqual(names);
});

/** Query that every list without filters answers: what some of them search. */
const SEARCHED = 'by=name&q=Pérez&zip_code=1425';

/** Calls of the senders that read something, other than the stream of changes, which never ends. */
const reads = Object.entries<AnyEndpoint>(contract).filter(
  ([, { method, produces }]) => method === 'GET' && produces === 'application/json',
);

test('every list of a sender accepts every filter of the specifications, and any order', async () => {
  const filters = [...SPECIFIED_FILTERS].map((name) => `filter[${name}]=`).join('&');
  const lists: string[] = [];
  const refusals: string[] = [];
  for (const [name, endpoint] of reads) {
    const results = (await (await send(endpoint, SEARCHED)).json())?.results;
    if (!Array.isArray(results)) continue;
    lists.push(name);
    const { status } = await send(endpoint, `${SEARCHED}&${filters}&order[sort]=x&order[direction]=y&page[x]=2`);
    if (status !== 200) refusals.push(`${name}: ${status}`);
  }
  expect(refusals).toEqual([]);
  expect(lists).toEqual(
    expect.arrayContaining(['listOrders', 'deliveryModes', 'productCategories', 'shipmentStateList']),
  );
});

describe('a list and its export', () => {
  const lists: AnyEndpoint[] = [listShipments, exportShipments];
  const answers = (query: string) => Promise.all(lists.map((list) => send(list, query)));
  const statuses = async (query: string) => (await answers(query)).map(({ status }) => status);
  const errors = async (query: string) =>
    Promise.all((await answers(query)).map(async (each) => (await each.json()).errors));

  test('accept every filter of the specifications, the export only those of the list', async () => {
    const query = [...SPECIFIED_FILTERS].map((name) => `filter[${name}]=`).join('&');
    expect(await statuses(query)).toEqual([200, 422]);
    expect(await statuses('filter[tracking]=A&filter[sku]=B')).toEqual([200, 422]);
    const declared = ['shipment', 'order', 'client', 'state', 'delivery_mode', 'from_date', 'to_date'];
    expect(await statuses(declared.map((name) => `filter[${name}]=`).join('&'))).toEqual([200, 200]);
  });

  test('ignore unknown names without brackets', async () => {
    expect(await statuses('filtro=1&order_id=2&__proto__=3&x]=4')).toEqual([200, 200]);
  });

  test('use the defaults for unreadable pages, limits and orders', async () => {
    const query = 'page[x]=1&page=2&page=3&limit=&limit[]=5&order=a&order[x][y]=b&order[sort]=c&order[sort]=d';
    expect(await statuses(query)).toEqual([200, 200]);
    const page = await (await send(listShipments, query)).json();
    expect(page.pagination).toEqual({ page: 1, pages: 1, total: 0, limit: 10 });
    for (const limit of ['', '%20', '0x10', '1e1']) {
      expect((await (await send(listShipments, `limit=${limit}`)).json()).pagination.limit, limit).toBe(10);
    }
  });

  test.each([
    ['filter[order][x]=1', 'filter[order][x]', 'Este filtro no existe'],
    ['filter[order][]=1', 'filter[order][]', 'Este filtro no existe'],
    ['filter[]=1', 'filter[]', 'Este filtro no existe'],
    ['[filter][order]=1', '[filter][order]', 'Este filtro no existe'],
    ['filter[order=1', 'filter[order', 'Este filtro no existe'],
    ['filter[__proto__]=1', 'filter[__proto__]', 'Este filtro no existe'],
    ['filter[toString]=1', 'filter[toString]', 'Este filtro no existe'],
    ['__proto__[order]=1', '__proto__[order]', 'Este filtro no existe'],
    ['filter%5Border%5D%FF=1', 'filter[order]\ufffd', 'Este filtro no existe'],
    ['filter[order]=1&filter%5Border%5D=2', 'filter[order]', 'Mandalo una sola vez'],
    ['filter=1', 'filter', 'Mandalo con su nombre entre corchetes, como filter[nombre]'],
    [`${'a=1&'.repeat(200)}filter[ordr]=1`, 'filter[ordr]', 'Este filtro no existe'],
  ])('refuse %s', async (query, field, message) => {
    expect(await errors(query)).toEqual([[{ field, message }], [{ field, message }]]);
  });
});
