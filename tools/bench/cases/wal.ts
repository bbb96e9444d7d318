import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { BenchServer } from '#tools/bench/bench-server.ts';
import { answerTo } from '#tools/bench/load.ts';
import { PROVIDER_KEY } from '#tools/bench/prepare.ts';
import { aligned } from '#tools/bench/report.ts';
import { benchCases } from './bench-cases.ts';
import { eventsOf, inParallel, sendEvents, shipmentsOnHand } from './events.ts';

/** Orders, and events in calls of a hundred, that are written. */
const COUNT = 1000;

/** What one order or one event writes on average. */
export interface Written {
  of: string;
  /** WAL in bytes, without the full pages that follow each checkpoint. */
  walBytes: number;
  indexEntries: number;
  /** Inserted and deleted rows, and updates with and without entries in all indexes. */
  rows: number;
  updates: number;
  hotUpdates: number;
}

/**
 * Reads from the WAL what an order and an event of a shipment write. Other work of the server while they are written is included.
 *
 * @throws without the embedded database, whose superuser may read the WAL
 */
export async function measureWritten({ folder, owner, gateway, subjects }: BenchServer): Promise<Written[]> {
  const { superuser } = JSON.parse(await readFile(join(folder, 'postgres.json'), 'utf8'));
  const reader = new pg.Client({ ...owner, user: 'remito_admin', password: superuser });
  const pool = new pg.Pool({ ...owner, max: 1 });
  await reader.connect();
  try {
    await reader.query('CREATE EXTENSION IF NOT EXISTS pg_walinspect');
    const creation = benchCases(subjects).find(({ kind }) => kind === 'create');
    if (!creation) throw new Error('no case creates orders');
    const labels = await shipmentsOnHand(pool);
    const send = (state: number) =>
      inParallel(eventsOf(labels, COUNT, { perCall: 100, state }), 1, (batch) =>
        sendEvents(gateway.url, PROVIDER_KEY, batch, 'recorded'),
      );
    // All shipments get one state first, so that each measured event changes a state.
    await send(0);
    const orders = Array.from({ length: COUNT }, () => creation.ours());
    return [
      await writtenBy(reader, 'an order with one shipment', async () => {
        for (const order of orders) await answerTo(gateway.url, order);
      }),
      await writtenBy(reader, 'an event, 100 a call', () => send(1)),
    ];
  } finally {
    await pool.end();
    await reader.end();
  }
}

/** Runs work of `COUNT` orders or events, and reads what it wrote. */
async function writtenBy(reader: pg.Client, of: string, work: () => Promise<unknown>): Promise<Written> {
  await reader.query('CHECKPOINT');
  const position = async () => (await reader.query('SELECT pg_current_wal_insert_lsn() AS lsn')).rows[0].lsn as string;
  const from = await position();
  await work();
  const { rows } = await reader.query(
    `SELECT sum(record_size) AS wal,
       sum(count) FILTER (WHERE name ~ '^Btree/(INSERT_(LEAF|POST)|SPLIT_[LR])|^Gin/(INSERT$|UPDATE_META_PAGE|INSERT_LISTPAGE)') AS entries,
       sum(count) FILTER (WHERE name ~ '^Heap2?/(INSERT|MULTI_INSERT|DELETE)') AS rows,
       sum(count) FILTER (WHERE name ~ '^Heap/UPDATE') AS updates, sum(count) FILTER (WHERE name ~ '^Heap/HOT_UPDATE') AS hot
     FROM (SELECT "resource_manager/record_type" AS name, count, record_size FROM pg_get_wal_stats($1, $2, true)) s`,
    [from, await position()],
  );
  const each = (value: unknown) => Number(value) / COUNT;
  const [{ wal, entries, rows: inserted, updates, hot }] = rows;
  return {
    of,
    walBytes: each(wal),
    indexEntries: each(entries),
    rows: each(inserted),
    updates: each(updates),
    hotUpdates: each(hot),
  };
}

/** Formats what orders and events write. */
export const writtenTable = (all: readonly (Written & { version: string })[]): string =>
  aligned([
    ['version', 'of', 'WAL bytes', 'index entries', 'rows inserted or deleted', 'updates', 'updates of no index'],
    ...all.map(({ version, of, walBytes, ...counts }) => [
      version,
      of,
      walBytes.toFixed(0),
      ...[counts.indexEntries, counts.rows, counts.updates, counts.hotUpdates].map((count) => count.toFixed(1)),
    ]),
  ]);
