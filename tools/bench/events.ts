import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { MAX_EVENTS, recordEvents } from '#shared/ops/events.ts';
import { medianRow, type Row } from './measure.ts';

/** Events per round; fewer with fewer orders. */
const EVENTS = 10_000;

/** States that a depot scans repeatedly for parcels on hand or arriving. */
const SCANS = ['admitido_sucursal', 'recibido_cd', 'controlado', 'procesado'] as const;

interface SentEvent {
  event_id: string;
  shipment_id: string;
  state: string;
  at: string;
}

/**
 * Measures events per second through the whole operator API, in full calls one after the other. The baseline inserts
 * the same rows into a table with the same columns and indexes. Each round is repeated, which must change nothing.
 */
export async function measureEvents(
  { url, key }: { url: string; key: string },
  owner: pg.ClientConfig,
  { orders, rounds }: { orders: number; rounds: number },
): Promise<Row> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const labels = await parcelsOnHand(client);
    const count = Math.min(EVENTS, orders);
    await client.query('DROP TABLE IF EXISTS bench_events');
    await client.query('CREATE TABLE bench_events (LIKE shipment_events INCLUDING ALL)');
    const measured = [];
    for (let round = 0; round < rounds; round++) {
      const batches = eventsOf(labels, count, round);
      const ours = await inTurn(batches, (batch) => sendEvents(url, key, batch, 'recorded'));
      const recorded = await rowsOf(client, batches);
      const baseline = await inTurn(recorded, (rows) => insert(client, rows));
      const before = await countOf(client);
      for (const batch of batches) await sendEvents(url, key, batch, 'repeated');
      if ((await countOf(client)) !== before) throw new Error('repeated events were recorded twice');
      measured.push([ours, baseline] as const);
    }
    await client.query('DROP TABLE bench_events');
    return medianRow({ name: 'events of parcels, 1,000 a call', goal: 0.05, aim: 0.1 }, 1, measured);
  } finally {
    await client.end();
  }
}

/** Returns labels of parcels that a depot may scan, from all clients mixed. */
async function parcelsOnHand(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ label: string }>(
    `SELECT label FROM shipments
     WHERE state_code IN ('registrado', 'retirado', 'despachado', 'admitido_sucursal', 'recibido_cd', 'controlado', 'procesado')
     ORDER BY md5(label) LIMIT $1`,
    [EVENTS],
  );
  return rows.map(({ label }) => label);
}

function eventsOf(labels: readonly string[], count: number, round: number): SentEvent[][] {
  const run = randomBytes(4).toString('hex');
  const now = Date.now();
  const all = Array.from({ length: count }, (_, n): SentEvent => {
    const pass = Math.floor(n / labels.length);
    return {
      event_id: `${run}-${n}`,
      shipment_id: labels[n % labels.length] as string,
      state: SCANS[(round + pass) % SCANS.length] as string,
      at: new Date(now + pass).toISOString(),
    };
  });
  return Array.from({ length: Math.ceil(count / MAX_EVENTS) }, (_, part) =>
    all.slice(part * MAX_EVENTS, (part + 1) * MAX_EVENTS),
  );
}

/** Sends a batch, with retries when the server sheds load. The retries count as our time. */
async function sendEvents(url: string, key: string, events: readonly SentEvent[], expected: 'recorded' | 'repeated') {
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
async function rowsOf(client: pg.Client, batches: readonly SentEvent[][]): Promise<{ length: number; json: string }[]> {
  const made = [];
  for (const batch of batches) {
    const { rows } = await client.query<{ json: string }>(
      'SELECT json_agg(e)::text AS json FROM shipment_events e WHERE event_id = ANY($1)',
      [batch.map(({ event_id }) => event_id)],
    );
    made.push({ length: batch.length, json: rows[0]?.json ?? '[]' });
  }
  return made;
}

async function insert(client: pg.Client, { json }: { json: string }): Promise<void> {
  await client.query('INSERT INTO bench_events SELECT * FROM json_populate_recordset(NULL::bench_events, $1)', [json]);
}

async function countOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ n: string }>('SELECT count(*) AS n FROM shipment_events');
  return rows[0]?.n ?? '';
}

/** Runs the work batch by batch. @returns rows per second, and ms per batch */
async function inTurn<B extends { length: number }>(batches: readonly B[], work: (batch: B) => Promise<void>) {
  const times: number[] = [];
  let rows = 0;
  for (const batch of batches) {
    const begun = performance.now();
    await work(batch);
    times.push(performance.now() - begun);
    rows += batch.length;
  }
  const took = times.reduce((sum, time) => sum + time, 0) / 1000;
  times.sort((a, b) => a - b);
  const [p50 = 0, p99 = 0] = [times[Math.floor(times.length / 2)], times.at(-1)];
  return { perSecond: rows / took, p50, p99, shed: 0 };
}
