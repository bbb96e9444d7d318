import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import type { Config } from '#server/config/config.ts';
import type { JoinedOrder } from '#server/orders/domain/order-row.store.ts';
import { orderRows, rowContext } from '#server/orders/domain/order-row.ts';
import { percentages } from '#server/orders/statistics/statistics.ts';
import { wrapInEnvelope } from '#shared/kit/http/envelope.ts';
import type { NewOrder } from '#shared/orders/new-order.ts';
import { generateTrackingId } from '#shared/orders/rules/code/tracking-id.ts';
import { provinceByLetter } from '#shared/orders/rules/place/provinces.ts';
import { runAsChild } from '#tools/bench/child.ts';
import { chooseStatements, chosenKey, listValues, type ReferenceCases } from './calibrate.ts';
import { connectReference } from './pools.ts';
import { CREATE } from './statements.ts';

export interface ReferenceSettings {
  owner: pg.ClientConfig;
  config: Pick<Config, 'JWT_SECRET' | 'JWT_SECRET_PREVIOUS'>;
  works: ReferenceCases;
  /** Calls of each candidate before one is chosen. */
  turns: number;
}

/** Number of connections for each plan mode: the default of our gateway. */
const CONNECTIONS = 10;

type Query = Record<string, string>;

/**
 * A bare server with one prepared statement a call: no login, no checks, no row-level security. Before it listens, it measures
 * which statement is the quickest for each page of each list, for each kind of name, and for statistics.
 */
runAsChild<ReferenceSettings>(async ({ owner, config, works, turns }) => {
  // Separate connections, because they accumulate hundreds of prepared statements that are unused after the calibration.
  const calibrating = connectReference(owner, 1);
  const chosen = await chooseStatements(calibrating.ask, works, turns);
  await calibrating.close();
  const { ask, close } = connectReference(owner, CONNECTIONS);
  const run = (key: string, values: readonly unknown[]) => {
    const found = chosen[key];
    if (!found) throw new Error(`no calibrated statement for '${key}'`);
    return ask(found.candidate, values);
  };

  function page(
    rows: readonly (JoinedOrder & { total: number })[],
    client: number,
    at: { page: number; limit: number },
  ) {
    const total = rows[0]?.total ?? 0;
    const { page, limit } = at;
    const pagination = JSON.stringify({ page, pages: Math.max(1, Math.ceil(total / limit)), total, limit });
    const results = orderRows(rows, rowContext(config, client, new Date()));
    return `{"results":${JSON.stringify(results)},"pagination":${pagination}}`;
  }

  const calls: Record<string, (query: Query, request: IncomingMessage) => Promise<string>> = {
    '/list': async (query) => {
      const rows = await run(chosenKey.page(query), listValues(query.client, query));
      return page(rows, Number(query.client), { page: Number(query.page), limit: Number(query.limit) });
    },
    '/search': async ({ client, kind, name }) =>
      page(await run(chosenKey.name(kind), [client, name]), Number(client), { page: 1, limit: 10 }),
    '/statistics': async (query) => statisticsText(await run(chosenKey.statistics, listValues(query.client, query))),
    '/create': async ({ client }, request) => {
      const { order_id, receiver } = JSON.parse(await bodyOf(request)) as NewOrder;
      const { address } = receiver;
      const tracking_id = generateTrackingId(randomBytes);
      const [row] = await ask({ text: CREATE, plan: 'generic' }, [
        client,
        tracking_id,
        order_id,
        receiver.first_name,
        receiver.last_name,
        receiver.receiver_name,
        receiver.document,
        receiver.email,
        receiver.receiver_phone,
        address.street_name,
        address.street_number,
        address.between_1,
        address.zip_code,
        address.state,
        address.city,
        address.neighborhood_name,
      ]);
      const results = { id: row.id, order_id, tracking_id };
      return JSON.stringify({ message: `La orden ${order_id} se creó correctamente`, results });
    },
    '/chosen': async () => JSON.stringify(chosen),
  };

  const server = createServer(async (request, response) => {
    const [path = '', query] = (request.url ?? '').split('?');
    try {
      const text = await calls[path]?.(Object.fromEntries(new URLSearchParams(query)), request);
      if (text === undefined) throw new Error(`unknown path ${path}`);
      response.setHeader('content-type', 'application/json; charset=utf-8');
      response.end(text);
    } catch (error) {
      response.statusCode = 500;
      response.end((error as Error).message);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await close();
    },
  };
});

function statisticsText(rows: readonly { province: string; n: number }[]): string {
  const shares = percentages(rows.map(({ n }) => n));
  return JSON.stringify(
    wrapInEnvelope({
      total: rows.reduce((sum, { n }) => sum + n, 0),
      provinces_array: rows.map(({ province, n }, index) => ({
        name: provinceByLetter(province)?.name ?? 'Sin provincia',
        percentage: shares[index] ?? 0,
        total: n,
      })),
    }),
  );
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
