import { expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { changeClient } from '#shared/people/staff-clients.ts';
import { staffContract } from '#shared/staff-contract.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { createPopulatedClient } from '#test/fixtures/client-factory.ts';
import { contractFields } from '#test/sources/contract-fields.ts';

const { app, mail } = await sharedApp();
const client = await createPopulatedClient(app, mail, 'filtros');
const staff = createStaffClient(app);
// Payments are of companies that pay before they send.
await staff(changeClient, { params: { clientId: client.clientId }, body: { prepago: '1' } });

/** A value of each filter that its call accepts, by name; by call and name where calls differ. */
const VALUES: Record<string, string> = {
  from_date: '2026-03-01',
  to_date: '2026-12-01',
  month: '2026-11',
  active: 'true',
  fulfillment: 'true',
  late: 'true',
  live: 'true',
  mine: 'true',
  printed: 'true',
  zip_unlisted: 'true',
  only_with_dolar_price: 'true',
  dudas: 'true',
  printed_by_client: 'SI',
  actor: 'ana',
  actor_id: '7',
  actor_kind: 'user',
  action: 'order.create',
  target: 'T-1',
  shipment: '7K3MQ9XW2RM-1',
  tracking: '7K3MQ9XW2RM',
  order: 'A-1',
  client: 'Ana',
  search: 'ana',
  sku: 'MATE',
  description: 'mate',
  pickup_point_code: 'C1',
  delivery_mode: '1',
  province: 'B',
  category: '1',
  code: '1425',
  state_id: '54',
  result: 'en_termino',
  failure: 'otro',
  resultado: 'error',
  tipo: 'error',
  status: 'Registrado',
  'listOrders state': 'final',
  'countOrders state': 'final',
  'exportShipments state': 'entregado',
  'listShipments state': 'entregado',
  'clientShipments state': 'entregado',
  'listManifests state': 'abierto',
  'listModifications state': 'Pendiente',
  'listReschedules state': 'Pendiente',
  'listClients state': 'pending',
  'exportClients state': 'pending',
  'exportAllActivity client': '7',
  'listAllActivity client': '7',
  'expiringStock status': 'Crítico',
  'exportExpiringStock status': 'Crítico',
};

const calls: Record<string, AnyEndpoint> = { ...contract, ...staffContract };
const fields = contractFields();

/** Filters by call. */
const filters = Map.groupBy(
  fields.flatMap(({ call, field }) => {
    const [, name] = /^\?filter\[(\w+)\]$/.exec(field) ?? [];
    return name ? [{ call, name }] : [];
  }),
  ({ call }) => call,
);

/** Orders of the lists that have several. */
const SORTS = ['o.updated_at', 'o.created_at', 'o.due_on'];
const sortsOf = (call: string) =>
  fields.some((one) => one.call === call && one.field === '?order[sort]') ? SORTS : [undefined];

const pairsOf = (names: readonly string[]) =>
  names.flatMap((one, index) => [[one], ...names.slice(index + 1).map((other) => [one, other])]);

const params = { clientId: client.clientId, id: client.ids.batch, queue: 'incidents' };

/** Makes a call as whom it is for. @returns the status */
async function send(call: string, query: object): Promise<number> {
  const endpoint = calls[call] as never;
  const input = { query, params, token: client.token } as never;
  return (await (calls[call]?.access === 'provider' ? staff(endpoint, input) : app.call(endpoint, input))).status;
}

test.each([...filters])(
  'each filter and each pair of filters gets an answer of %s, in each order',
  async (call, found) => {
    const answers: Record<string, number> = {};
    for (const names of pairsOf(found.map(({ name }) => name))) {
      const filter = Object.fromEntries(names.map((name) => [name, VALUES[`${call} ${name}`] ?? VALUES[name]]));
      for (const sort of sortsOf(call)) {
        const status = await send(call, { filter, ...(sort && { order: { sort, direction: 'ASC' } }) });
        if (status !== 200) answers[[...names, sort].join(' ')] = status;
      }
    }
    expect(answers).toEqual({});
  },
);

test('each filter has a value here', () => {
  const names = [...filters].flatMap(([call, found]) => found.map(({ name }) => [`${call} ${name}`, name]));
  expect(names.filter(([own = '', name = '']) => !(own in VALUES || name in VALUES))).toEqual([]);
});
