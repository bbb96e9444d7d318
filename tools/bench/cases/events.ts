import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { MAX_EVENTS, recordEvents } from '#shared/orders/staff-events.ts';
import { medianRow, type Row } from '#tools/bench/measure.ts';

/** Events per round of full calls; fewer with fewer orders. */
const EVENTS = 10_000;

/** Calls of a number of events, by a number of connections that always have one in progress. `events` are those of a round. */
interface Load {
  perCall: number;
  connections: number;
  events: number;
  goal: number;
  aim: number;
}

/** A hub's lists in full calls and in calls of a hundred, and shipments that scanners report one by one. */
const LOADS: readonly Load[] = [
  { perCall: MAX_EVENTS, connections: 1, events: EVENTS, goal: 0.05, aim: 0.1 },
  { perCall: 100, connections: 1, events: EVENTS / 4, goal: 0.03, aim: 0.06 },
  { perCall: 1, connections: 10, events: EVENTS / 10, goal: 0.06, aim: 0.12 },
  { perCall: 1, connections: 50, events: EVENTS / 10, goal: 0.06, aim: 0.12 },
];

/** States that a hub scans repeatedly for shipments on hand or arriving. */
const SCANS = ['admitido_sucursal', 'recibido_cd', 'controlado', 'procesado'] as const;

interface SentEvent {
  event_id: string;
  shipment_id: string;
  state: string;
  at: string;
}

/**
 * Measures events per second through the whole provider API, by calls of different sizes. The baseline inserts the same rows, a statement
 * for each call, into a table with the same columns and indexes. Each round is repeated, which must change nothing.
 */
export async function measureEvents(
  { url, key }: { url: string; key: string },
  owner: pg.ClientConfig,
  { orders, rounds }: { orders: number; rounds: number },
): Promise<Row[]> {
  const pool = new pg.Pool({ ...owner, max: Math.max(...LOADS.map(({ connections }) => connections)) });
  try {
    const labels = await shipmentsOnHand(pool);
    await pool.query('DROP TABLE IF EXISTS bench_events');
    await pool.query('CREATE TABLE bench_events (LIKE shipment_events INCLUDING ALL)');
    const rows: Row[] = [];
    let state = 0;
    for (const { perCall, connections, events, goal, aim } of LOADS) {
      const measured = [];
      for (let round = 0; round < rounds; round++) {
        const batches = eventsOf(labels, Math.min(events, orders), { perCall, state: state++ });
        const ours = await inParallel(batches, connections, (batch) => sendEvents(url, key, batch, 'recorded'));
        const inserted = await rowsOf(pool, batches);
        const baseline = await inParallel(inserted, connections, (batch) => insert(pool, batch));
        const before = await countOf(pool);
        await inParallel(batches, connections, (batch) => sendEvents(url, key, batch, 'repeated'));
        if ((await countOf(pool)) !== before) throw new Error('repeated events were recorded twice');
        measured.push([ours, baseline] as const);
      }
      const name = `events of shipments, ${perCall.toLocaleString('en')} a call`;
      rows.push(medianRow({ name, goal, aim }, connections, measured));
    }
    await pool.query('DROP TABLE bench_events');
    return rows;
  } finally {
    await pool.end();
  }
}

/** Returns labels of shipments that a hub may scan, from all clients mixed. */
export async function shipmentsOnHand(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ label: string }>(
    `SELECT label FROM shipments
     WHERE state_code IN ('registrado', 'retirado', 'despachado', 'admitido_sucursal', 'recibido_cd', 'controlado', 'procesado')
     ORDER BY md5(label) LIMIT $1`,
    [EVENTS],
  );
  return rows.map(({ label }) => label);
}

/** Builds events of shipments, divided into calls. @param state number of the round's first state in `SCANS` */
export function eventsOf(
  labels: readonly string[],
  count: number,
  { perCall, state }: { perCall: number; state: number },
): SentEvent[][] {
  const run = randomBytes(4).toString('hex');
  const now = Date.now();
  const all = Array.from({ length: count }, (_, n): SentEvent => {
    const pass = Math.floor(n / labels.length);
    return {
      event_id: `${run}-${n}`,
      shipment_id: labels[n % labels.length] as string,
      state: SCANS[(state + pass) % SCANS.length] as string,
      at: new Date(now + pass).toISOString(),
    };
  });
  return Array.from({ length: Math.ceil(count / perCall) }, (_, part) =>
    all.slice(part * perCall, (part + 1) * perCall),
  );
}

/** Sends a batch, with retries when the server sheds load. The retries count as our time. */
export async function sendEvents(
  url: string,
  key: string,
  events: readonly SentEvent[],
  expected: 'recorded' | 'repeated',
) {
  for (let shed = false; ; shed = true) {
    const response = await fetch(`${url}/api${recordEvents.path}`, {
      method: recordEvents.method,
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ events }),
    });
    const text = await response.text();
    const answer = response.status === 200 ? JSON.parse(text) : {};
    // An interrupted call may have recorded some of its events.
    if (answer[expected] === events.length || (shed && answer.refused === 0)) return;
    if (response.status !== 503) throw new Error(`some events were not ${expected}: ${text.slice(0, 1000)}`);
    await sleep(100);
  }
}

/** Returns the recorded rows of the events, batch by batch, as JSON. */
async function rowsOf(pool: pg.Pool, batches: readonly SentEvent[][]): Promise<{ length: number; json: string }[]> {
  const made = [];
  for (const batch of batches) {
    const { rows } = await pool.query<{ json: string }>(
      'SELECT json_agg(e)::text AS json FROM shipment_events e WHERE event_id = ANY($1)',
      [batch.map(({ event_id }) => event_id)],
    );
    made.push({ length: batch.length, json: rows[0]?.json ?? '[]' });
  }
  return made;
}

async function insert(pool: pg.Pool, { json }: { json: string }): Promise<void> {
  await pool.query('INSERT INTO bench_events SELECT * FROM json_populate_recordset(NULL::bench_events, $1)', [json]);
}

async function countOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ n: string }>('SELECT count(*) AS n FROM shipment_events');
  return rows[0]?.n ?? '';
}

/** Runs the work for all batches, some at once. @returns rows per second, and ms per batch */
export async function inParallel<B extends { length: number }>(
  batches: readonly B[],
  connections: number,
  work: (batch: B) => Promise<void>,
) {
  const times: number[] = [];
  const waiting = batches.values();
  const worker = async () => {
    // The workers take their batches from the same iterator.
    for (const batch of waiting) {
      const begun = performance.now();
      await work(batch);
      times.push(performance.now() - begun);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
  const took = (performance.now() - begun) / 1000;
  const rows = batches.reduce((sum, { length }) => sum + length, 0);
  times.sort((a, b) => a - b);
  const [p50 = 0, p99 = 0] = [0.5, 0.99].map((share) => times[Math.floor(times.length * share)]);
  return { perSecond: rows / took, p50, p99, shed: 0 };
}
