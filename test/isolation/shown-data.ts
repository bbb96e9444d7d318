import { expect } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { AnyEndpoint, CallInput } from '#shared/kit/http/endpoint.ts';
import type { Shown } from '#shared/kit/http/shown.ts';
import { REQUEST_STATES } from '#shared/orders/requests.ts';
import { QUEUE_NAMES } from '#shared/orders/rules/queues.ts';
import { type ManifestNumber, manifestCode } from '#shared/orders/rules/shipment/manifest.ts';
import { STAFF_ROLES, type StaffPermission, type StaffRole, staffMay } from '#shared/people/rules/staff-permissions.ts';
import { staffContract } from '#shared/staff-contract.ts';
import { FULFILLMENT_STATUSES } from '#shared/warehouse/rules/fulfillment-timeline.ts';
import type { TestApp } from '#test/app/test-app.ts';
import type { TestResponse } from '#test/callers/http-client.ts';
import { readPdf } from '#test/callers/read-pdf.ts';
import { PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { createFullClient, type FullClient } from '#test/fixtures/full-client-factory.ts';
import { hire, terminalToken } from '#test/fixtures/staff-fixture.ts';
import type { FakeMailServer } from '#test/services/fake-mail-server.ts';
import { contractFields } from '#test/sources/contract-fields.ts';
import { type Id, ownPath } from './isolation-slots.ts';
import { markStoredData, shownIn } from './marked-data.ts';

type Input = CallInput<AnyEndpoint> & { token?: string };

/** What a caller reads in an answer. */
interface Reading {
  caller: StaffRole | 'key' | 'first';
  kinds: readonly Shown[];
}

/** Callers of the provider's calls, who read marked data. */
export interface DataReaders {
  /** Session of an administrator, who may make every call. */
  admin: string;
  /**
   * Returns the kinds of data in an answer to a public call or one of the provider's. A call that changes nothing is repeated by everybody
   * who may make it, also about the rows of the full client.
   */
  read(call: string, input: Input | undefined, answer: TestResponse<AnyEndpoint>, of: FullClient): Promise<Reading[]>;
}

/** Creates a client with rows of every kind, one of whose users is blocked. */
export async function createReadClient(
  around: Parameters<typeof createFullClient>[0],
  marker: string,
): Promise<FullClient> {
  const full = await createFullClient(around, marker);
  await around.app.owner(
    `WITH c AS (UPDATE clients SET rejection_reason = 'x' WHERE client_id = $1)
     UPDATE users SET blocked_reason = 'x' WHERE client_id = $1 AND id = $2`,
    [full.clientId, full.ids.user],
  );
  return full;
}

/** Calls that show why a client is blocked, and no other text. */
const BLOCK_SHOWN = ['listCollections', 'openManifest', 'handOverManifest', 'prepareFulfillment', 'labelFulfillment'];

/** Makes a call of `BLOCK_SHOWN` while all clients are blocked, and any other one at once. */
export async function whileBlocked<T>(app: TestApp, call: string, work: () => Promise<T>): Promise<T> {
  if (!BLOCK_SHOWN.includes(call)) return work();
  await app.owner(`UPDATE clients SET blocked_at = current_moment(), blocked_reason = 'x'`);
  try {
    return await work();
  } finally {
    await app.owner('UPDATE clients SET blocked_at = NULL, blocked_reason = NULL');
  }
}

/** Marks the data that is stored from now on, and hires a person of each role. */
export async function createDataReaders(app: TestApp, mail: FakeMailServer): Promise<DataReaders> {
  await markStoredData(app);
  const tokens = new Map<StaffRole, string>();
  for (const role of STAFF_ROLES) tokens.set(role, await terminalToken(app, await hire(app, mail, role)));
  const callers = (endpoint: AnyEndpoint): [Reading['caller'], Record<string, string>][] => [
    ...[...tokens]
      .filter(([role]) => staffMay(role, endpoint.needs as StaffPermission))
      .map(([role, token]): [StaffRole, Record<string, string>] => [role, { authorization: `Bearer ${token}` }]),
    ['key', { 'x-api-key': PROVIDER_KEY }],
  ];
  return {
    admin: tokens.get('admin') ?? '',
    async read(call, input, answer, full) {
      const endpoint = calls[call] as AnyEndpoint;
      const readings: Reading[] = [{ caller: 'first', kinds: shownIn(await textOf(endpoint, answer.bytes)) }];
      if (!isRepeatable(endpoint)) return readings;
      const { token: _, ...asked } = input ?? {};
      const paths = endpoint.method === 'GET' ? pathsOf(call, full, await rowsOf(app, full)) : [];
      for (const [caller, headers] of callers(endpoint)) {
        const again = await app.call(endpoint, { ...asked, headers });
        expect([caller, again.status]).toEqual([caller, 200]);
        readings.push({ caller, kinds: shownIn(await textOf(endpoint, again.bytes)) });
        for (const path of paths) {
          const own = await app.fetch(path, { headers });
          expect([caller, path, own.status]).toEqual([caller, path, 200]);
          readings.push({ caller, kinds: shownIn(await textOf(endpoint, new Uint8Array(await own.arrayBuffer()))) });
        }
      }
      return readings;
    },
  };
}

const calls: Record<string, AnyEndpoint> = { ...contract, ...staffContract };

const byClient = new Set(contractFields().flatMap(({ call, field }) => (field === '?filter[client]' ? [call] : [])));

/** Rows of a client that a reading call is made about besides those of `ownPath`: by path parameter, or ids by call. */
type Rows = Record<'label' | 'number' | 'queue' | 'clientFulfillment' | 'readModification', readonly Id[]>;

/** Returns a full client's returned and corrected shipments, manifests, orders of the warehouse and requests. */
async function rowsOf(app: TestApp, { clientId, ids }: FullClient): Promise<Rows> {
  const [found] = await app.owner<{
    labels: string[];
    numbers: ManifestNumber[];
    orders: number[];
    requests: number[];
  }>(
    `SELECT ARRAY(SELECT s.label FROM shipments s WHERE s.client_id = $1 AND s.id IN (
         SELECT shipment_id FROM stock_returns WHERE client_id = $1
         UNION SELECT k.shipment_id FROM event_corrections k WHERE k.client_id = $1)) AS labels,
       (SELECT json_agg(json_build_object('year', year, 'number', number)) FROM manifests WHERE client_id = $1) AS numbers,
       ARRAY(SELECT id::float FROM fulfillment_orders WHERE client_id = $1) AS orders,
       ARRAY(SELECT id::float FROM modification_requests WHERE client_id = $1) AS requests`,
    [clientId],
  );
  const { labels = [], numbers = [], orders = [], requests = [] } = found ?? {};
  return {
    label: [ids.label, ...labels],
    number: numbers.map(manifestCode),
    queue: QUEUE_NAMES,
    clientFulfillment: orders,
    readModification: requests,
  };
}

/** Filters of lists that show a part of the rows without. */
const FILTERS: Record<string, readonly string[]> = {
  listModifications: REQUEST_STATES.map((state) => `state]=${state}`),
  listReschedules: REQUEST_STATES.map((state) => `state]=${state}`),
  staffFulfillments: FULFILLMENT_STATUSES.map(({ value }) => `status]=${value}`),
};

/** Calls about the provider's own rows, or with a required query: they are only repeated as they were made. */
const PROVIDERS_OWN = ['pickingList', 'readHolidayEffect', 'pendingTerms'];

/** Returns the paths of a reading call about a client's rows. */
function pathsOf(call: string, full: FullClient, rows: Rows): string[] {
  const { path = '' } = calls[call] ?? {};
  if (PROVIDERS_OWN.includes(call)) return [];
  const named = (['label', 'number', 'queue'] as const).find((name) => path.includes(`:${name}`));
  const paths = named
    ? rows[named].map((value) => ownPath(call, full, { [named]: value }))
    : call === 'clientFulfillment' || call === 'readModification'
      ? rows[call].map((id) => ownPath(call, full, { id }))
      : [ownPath(call, full, call === 'listOrderNotes' ? { id: full.ids.tracking } : {})];
  const client = byClient.has(call) ? `&filter[client]=${full.clientId}` : '';
  const filters = FILTERS[call]?.map((filter) => `&filter[${filter}`) ?? [''];
  return paths.flatMap((one) => filters.map((filter) => encodeURI(`${one}?limit=200${client}${filter}`)));
}

/** Returns whether a call of the provider changes nothing, so that others may repeat it. */
const isRepeatable = ({ access, method, needs, audit }: AnyEndpoint) =>
  access === 'provider' && (method === 'GET' || needs === 'read' || audit === null);

/** Returns the readable text of an answer. */
async function textOf({ produces }: AnyEndpoint, bytes: Uint8Array): Promise<string> {
  if (produces !== 'application/pdf') return new TextDecoder().decode(bytes);
  const { title, pages } = await readPdf(bytes, { scan: false });
  return [title, ...pages.map(({ text }) => text)].join('\n');
}

/**
 * Returns what a call's callers read besides what it declares, and what it declares and nobody reads. Keys read whole contacts and
 * addresses where people read masked ones. A picture can't be read here.
 */
export function undeclared({ shows = [], produces }: AnyEndpoint, readings: readonly Reading[]): string[] {
  const read = new Set(readings.flatMap(({ kinds }) => kinds));
  const wholeForKeys: readonly Shown[] = shows.includes('masked contact') ? ['contact', 'address'] : [];
  const found = readings.flatMap(({ caller, kinds }) =>
    kinds
      .filter((kind) => !shows.includes(kind) && !(caller === 'key' && wholeForKeys.includes(kind)))
      .map((kind) => `${caller} reads ${kind}`),
  );
  const missing = produces === 'image/png' ? [] : shows.filter((kind) => !read.has(kind));
  return [...new Set(found), ...missing.map((kind) => `nobody reads ${kind}`)];
}
