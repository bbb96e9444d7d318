import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { batchShipmentLabels, batchShipmentZpl, MAX_LABELS } from '#shared/labels.ts';
import { listOrders } from '#shared/orders.ts';
import type { Child } from './child.ts';
import type { Subjects } from './subjects.ts';

/** What a whole batch took, and how another client's calls fared meanwhile. */
export interface LabelRow {
  work: string;
  labels: number;
  firstByteMs: number;
  totalMs: number;
  kilobytes: number;
  /** Calls of the other client meanwhile: how many, and their times in ms. */
  others: { count: number; p50: number; p99: number };
  /** Memory of the server's process at its highest, in MB. */
  memoryMb: number;
}

const at = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Labels of one client, as many as a call takes, drawn while the largest one reads its list again and again. */
export async function measureLabels(owner: pg.ClientConfig, gateway: Child, subjects: Subjects): Promise<LabelRow[]> {
  const client = new pg.Client(owner);
  await client.connect();
  // Whatever their state: in a small database too few parcels still wait for collection, and a label looks the same.
  const { rows } = await client.query<{ label: string }>(
    `UPDATE shipments SET printable = true WHERE client_id = $1 AND id IN
       (SELECT id FROM shipments WHERE client_id = $1 ORDER BY printable DESC, id DESC LIMIT $2) RETURNING label`,
    [subjects.printer.id, MAX_LABELS],
  );
  await client.end();
  const ids = rows.map(({ label }) => label);
  const call = ({ method, path }: AnyEndpoint, token: string, body?: object) =>
    fetch(`${gateway.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });

  async function meanwhile(work: string, job: () => Promise<Response | null>): Promise<LabelRow> {
    const times: number[] = [];
    let [memoryMb, over] = [0, false];
    const other = (async () => {
      while (!over) {
        const begun = performance.now();
        await (await call(listOrders, subjects.reader.token)).arrayBuffer();
        times.push(performance.now() - begun);
        memoryMb = Math.max(memoryMb, await residentMb(gateway.pid));
      }
    })();
    const begun = performance.now();
    const answer = await job();
    const firstByteMs = performance.now() - begun;
    const bytes = answer ? (await answer.arrayBuffer()).byteLength : 0;
    const totalMs = performance.now() - begun;
    over = true;
    await other;
    times.sort((a, b) => a - b);
    const others = { count: times.length, p50: at(times, 0.5), p99: at(times, 0.99) };
    const labels = answer ? ids.length : 0;
    if (answer && answer.status !== 200) throw new Error(`${work}: ${answer.status}`);
    return { work, labels, firstByteMs, totalMs, kilobytes: bytes / 1024, others, memoryMb };
  }

  const wait = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), 3000));
  const print = (endpoint: AnyEndpoint) => () => call(endpoint, subjects.printer.token, { shippings_id: ids });
  // The first one starts the thread that draws.
  await (await print(batchShipmentZpl)()).arrayBuffer();
  return [
    await meanwhile('nothing', wait),
    await meanwhile('PDF', print(batchShipmentLabels)),
    await meanwhile('ZPL', print(batchShipmentZpl)),
  ];
}
