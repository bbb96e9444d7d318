import { runText, type Trx } from '#server/db/connection.ts';
import type { Database } from '#server/db/database.ts';
import type { Query } from '#server/db/statement.ts';

/** A step of a plan that was executed. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

const CLIENTS_TABLES = [
  'orders',
  'shipments',
  'shipment_items',
  'shipment_events',
  'merchant_orders',
  'merchant_order_lines',
  'audit_log',
  'open_items',
];

/** End of a partition's name. */
const PARTITION = /_(default|[0-9]{4}_[0-9]{2})$/;

const wholeTable = (name: string) => name.replace(PARTITION, '');

/** Runs a statement and returns the steps of its plan that read one of the tables, by default the clients' large ones. */
export async function readScans(
  trx: Trx,
  text: string,
  values: readonly unknown[] = [],
  tables: readonly string[] = CLIENTS_TABLES,
): Promise<PlanNode[]> {
  const [row] = await runText<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    trx,
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    values,
  );
  return nodesOf(row?.['QUERY PLAN'][0].Plan).filter((node) =>
    tables.includes(wholeTable(node['Relation Name'] ?? '')),
  );
}

/** Returns the number of rows that a step visits. */
export const rowsOf = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];

/** Whether a step reads a whole table; an empty partition has nothing to look up. */
export const readsWhole = (node: PlanNode): boolean => node['Node Type'] === 'Seq Scan' && rowsOf(node) > 0;

/**
 * Counts the rows that this session has read in the clients' large tables. A plan shows a function as one node; this also counts what
 * its own statements read.
 */
export async function countReads(trx: Trx): Promise<number> {
  const [read] = await runText<{ rows: string }>(
    trx,
    `SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) AS rows FROM pg_stat_xact_user_tables
     WHERE regexp_replace(relname, '${PARTITION.source}', '') = ANY ('{${CLIENTS_TABLES.join(',')}}')`,
  );
  return Number(read?.rows);
}

/** Counts the rows that a statement visits in the clients' large tables, as the role app under row-level security. */
export function visitedRows(
  db: Database,
  client: number,
  { text, values }: Query,
  how: 'custom' | 'generic',
): Promise<{ readWhole: unknown[]; rows: number }> {
  return db.withClient(client, async (trx) => {
    await runText(trx, `SET LOCAL plan_cache_mode = force_${how}_plan`);
    // Only a prepared statement has a generic plan; parameters are inlined, because EXECUTE accepts no parameters.
    await runText(trx, `PREPARE looked_at AS ${text}`);
    const literals = values.map((value) => `'${literal(value)}'`);
    const readBefore = await countReads(trx);
    const scans = await readScans(trx, `EXECUTE looked_at (${literals.join(', ')})`);
    await runText(trx, 'DEALLOCATE looked_at');
    const readAfter = await countReads(trx);
    return {
      readWhole: scans.filter(readsWhole).map((node) => node['Relation Name']),
      rows: Math.max(
        scans.reduce((sum, node) => sum + rowsOf(node), 0),
        readAfter - readBefore,
      ),
    };
  });
}

function literal(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? `{${value.join(',')}}` : value;
}

function nodesOf(plan: PlanNode | undefined): PlanNode[] {
  return plan ? [plan, ...(plan.Plans ?? []).flatMap(nodesOf)] : [];
}
