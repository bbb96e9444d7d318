import pg from 'pg';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { batchShipmentLabels, batchShipmentZpl, MAX_LABELS } from '#shared/orders/labels.ts';
import type { Child } from '#tools/bench/child.ts';
import { createRandom } from '#tools/bench/generator/random.ts';
import { fileOf, uploadAndWait } from './bulk.ts';
import { type ConcurrentCalls, withConcurrentCalls } from './concurrent-calls.ts';
import type { Subjects } from './subjects.ts';

/** Duration of a whole batch, and of another client's calls during it. */
export interface LabelRow {
  work: string;
  labels: number;
  firstByteMs: number;
  totalMs: number;
  kilobytes: number;
  others: ConcurrentCalls;
}

/** Renders labels of one client, up to a call's maximum, while the largest client reads its list repeatedly. */
export async function measureLabels(
  owner: pg.ClientConfig,
  gateway: Child,
  subjects: Subjects,
  { labels: wanted, idleMs }: { labels: number; idleMs: number },
): Promise<LabelRow[]> {
  const most = Math.min(wanted, MAX_LABELS);
  const client = new pg.Client(owner);
  await client.connect();
  const printable = async () => {
    const { rows } = await client.query<{ label: string }>(
      'SELECT label FROM shipments WHERE client_id = $1 AND printable ORDER BY id DESC LIMIT $2',
      [subjects.printer.id, most],
    );
    return rows.map(({ label }) => label);
  };
  const missing = most - (await printable()).length;
  // A small database has too few uncollected shipments.
  if (missing > 0) await uploadAndWait(gateway.url, subjects.printer.token, fileOf(createRandom(13), missing), missing);
  const ids = await printable();
  await client.end();
  const call = ({ method, path }: AnyEndpoint, token: string, body?: object) =>
    fetch(`${gateway.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });

  async function row(work: string, print: () => Promise<Response | null>): Promise<LabelRow> {
    const begun = performance.now();
    const { result, others } = await withConcurrentCalls(gateway, subjects, async () => {
      const answer = await print();
      const firstByteMs = performance.now() - begun;
      if (answer && answer.status !== 200) throw new Error(`${work}: ${answer.status}`);
      const bytes = answer ? (await answer.arrayBuffer()).byteLength : 0;
      return {
        firstByteMs,
        totalMs: performance.now() - begun,
        kilobytes: bytes / 1024,
        labels: answer ? ids.length : 0,
      };
    });
    return { work, ...result, others };
  }

  const wait = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), idleMs));
  const print = (endpoint: AnyEndpoint) => () => call(endpoint, subjects.printer.token, { shippings_id: ids });
  // The first call starts the worker thread.
  await (await print(batchShipmentZpl)()).arrayBuffer();
  return [
    await row('nothing', wait),
    await row('PDF', print(batchShipmentLabels)),
    await row('ZPL', print(batchShipmentZpl)),
  ];
}
