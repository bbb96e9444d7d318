import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readBatch, uploadBatch } from '#shared/bulk/batches.ts';
import { emptyCells } from '#shared/bulk/layout/columns.ts';
import { TEMPLATE, templateLine } from '#shared/bulk/layout/template.ts';
import { buildPath } from '#shared/kit/http/endpoint.ts';
import type { Child } from '#tools/bench/child.ts';
import { type Cell, copyInto, copyLine } from '#tools/bench/generator/copy.ts';
import { createRandom, type Random } from '#tools/bench/generator/random.ts';
import { receiverOf } from '#tools/bench/generator/receivers.ts';
import { medianRow, type Row } from '#tools/bench/measure.ts';
import { type ConcurrentCalls, withConcurrentCalls } from './concurrent-calls.ts';
import type { Subjects } from './subjects.ts';

/** Results of another client's calls during an upload. */
export type ConcurrentCallsDuring = ConcurrentCalls & { during: string };

/** Builds a file of valid rows, each an order. */
export function fileOf(random: Random, rows: number): string {
  const run = randomBytes(3).toString('hex');
  const lines = Array.from({ length: rows }, (_, n) => {
    const { receiver } = receiverOf(random);
    return templateLine({
      ...emptyCells(),
      nro_orden: `${run}-${n}`,
      modo_entrega: '1',
      nombre: receiver.first_name ?? '',
      apellido: receiver.last_name ?? '',
      documento: receiver.document ?? '',
      email: receiver.email ?? '',
      telefono: receiver.receiver_phone ?? '',
      calle: receiver.street_name ?? '',
      altura: receiver.street_number ?? '',
      entre_calle_1: receiver.between_1 ?? '',
      cp: receiver.zip_code ?? '',
      localidad: receiver.city ?? '',
      provincia: receiver.state ?? '',
      barrio: receiver.neighborhood_name ?? '',
      largo_cm: '30',
      ancho_cm: '20',
      alto_cm: '10',
      peso_g: '1.200',
      valor: '15.000,00',
    });
  });
  return TEMPLATE + lines.join('');
}

/**
 * Measures one client's bulk uploads, from the file's first byte to its last order. The baseline is a COPY of the
 * resulting rows into the same tables, with indexes and counters. Also measures the largest client's lists during the
 * upload.
 */
export async function measureBulk(
  gateway: Child,
  owner: pg.ClientConfig,
  subjects: Subjects,
  { rows, rounds, idleMs }: { rows: number; rounds: number; idleMs: number },
): Promise<{ row: Row; others: ConcurrentCallsDuring[] }> {
  const client = new pg.Client(owner);
  await client.connect();
  const random = createRandom(11);
  try {
    const idle = await withConcurrentCalls(gateway, subjects, () => sleep(idleMs));
    const others = [{ during: 'nothing', ...idle.others }];
    const measured = [];
    for (let round = 0; round < rounds; round++) {
      const file = fileOf(random, rows);
      const began = performance.now();
      const upload = await withConcurrentCalls(gateway, subjects, () =>
        uploadAndWait(gateway.url, subjects.writer.token, file, rows),
      );
      const ours = measureOf(rows, performance.now() - began);
      others.push({ during: `${rows} rows`, ...upload.others });
      measured.push([ours, measureOf(rows, await copyAgain(client, subjects.writer.id, upload.result))] as const);
    }
    const row = medianRow({ name: `bulk upload of ${rows} rows`, goal: 0.2, aim: 0.4 }, 1, measured);
    return { row, others };
  } finally {
    await client.end();
  }
}

const measureOf = (rows: number, ms: number) => ({ perSecond: rows / (ms / 1000), p50: ms, p99: ms, shed: 0 });

export async function uploadAndWait(url: string, token: string, file: string, rows: number): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([file]), 'bench.csv');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api${uploadBatch.path}`, { method: 'POST', headers, body: form });
  const { results, message } = (await answer.json()) as { results?: { id: number }; message: string };
  if (!results) throw new Error(`the upload was refused: ${message}`);
  const path = buildPath(readBatch, { id: results.id });
  for (;;) {
    await sleep(50);
    const response = await fetch(`${url}/api${path}?logs_limit=0`, { headers });
    const { estado, ordenes } = (await response.json()) as { estado?: string; ordenes?: number };
    if (estado !== 'Procesado') continue;
    if (ordenes !== rows) throw new Error(`${rows} rows created ${ordenes} orders`);
    return results.id;
  }
}

/** Offset beyond all generated ids. */
const AWAY = '2199023255552';

/** Expressions that make a copied row unique, by column. */
const CHANGED: Record<string, Record<string, string>> = {
  orders: { id: `id + ${AWAY}`, tracking_id: 'lower(tracking_id)', order_id: "order_id || '~'" },
  shipments: { id: `id + ${AWAY}`, order_pk: `order_pk + ${AWAY}`, label: 'lower(label)' },
  shipment_items: { shipment_id: `shipment_id + ${AWAY}` },
  shipment_events: { id: `id + ${AWAY}`, shipment_id: `shipment_id + ${AWAY}` },
};

/** Copies a batch's rows into the same tables and rolls back. @returns ms */
async function copyAgain(client: pg.Client, clientId: number, batchId: number): Promise<number> {
  const orders = `SELECT order_pk FROM batch_rows WHERE client_id = ${clientId} AND batch_id = ${batchId}`;
  const shipments = `SELECT id FROM shipments WHERE client_id = ${clientId} AND order_pk IN (${orders})`;
  const whose: Record<string, string> = {
    orders: `id IN (${orders})`,
    shipments: `order_pk IN (${orders})`,
    shipment_items: `shipment_id IN (${shipments})`,
    shipment_events: `shipment_id IN (${shipments})`,
  };
  // Without fresh statistics, finding the batch's rows took minutes.
  await client.query('ANALYZE batch_rows');
  const copies = [];
  for (const [table, changed] of Object.entries(CHANGED)) {
    const { rows: columns } = await client.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
      [table],
    );
    const names = columns.map(({ name }) => name);
    const cells = names.map((name) => `(${changed[name] ?? name})::text`).join(', ');
    const { rows } = await client.query<Cell[]>({
      text: `SELECT ${cells} FROM ${table} WHERE client_id = ${clientId} AND ${whose[table]}`,
      rowMode: 'array',
    });
    copies.push({ table, names, lines: rows.map(copyLine).join('') });
  }
  await client.query('BEGIN');
  // COPY is refused when row-level security is forced on the owner.
  for (const { table } of copies) await client.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
  const began = performance.now();
  for (const { table, names, lines } of copies) await copyInto(client, table, names, lines);
  const ms = performance.now() - began;
  await client.query('ROLLBACK');
  return ms;
}
