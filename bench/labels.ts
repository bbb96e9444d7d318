import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { batchShipmentLabels, batchShipmentZpl, MAX_LABELS } from '#shared/labels.ts';
import { listOrders } from '#shared/orders.ts';
import { fileOf, workOff } from './bulk.ts';
import type { Child } from './child.ts';
import { seeded } from './generator/random.ts';
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
  const printable = async () => {
    const { rows } = await client.query<{ label: string }>(
      'SELECT label FROM shipments WHERE client_id = $1 AND printable ORDER BY id DESC LIMIT $2',
      [subjects.printer.id, MAX_LABELS],
    );
    return rows.map(({ label }) => label);
  };
  const missing = MAX_LABELS - (await printable()).length;
  // In a small database too few parcels still wait for their collection.
  if (missing > 0) await workOff(gateway.url, subjects.printer.token, fileOf(seeded(13), missing), missing);
  const ids = await printable();
  await client.end();
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
