import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type CopiedFile, copyFiles, type FolderOwner, listTree, makeFolders, writeFiles } from './file-copy.ts';

/** A running PostgreSQL server on this machine: its superuser's connection and the absolute path of its data folder. */
export interface BaseBackupSource {
  superuser: pg.ClientConfig;
  dataFolder: string;
}

export interface BaseBackup {
  /** PostgreSQL's identifier of the database cluster. A copy has the identifier of its original. */
  systemIdentifier: string;
  /**
   * WAL positions (`0/3000028`) at the start and end of the copy. The copy contains every transaction that was committed
   * before `stopLsn`.
   */
  startLsn: string;
  stopLsn: string;
  /** ISO 8601 time shortly before `stopLsn`. The copy contains every transaction that was committed before. */
  takenAt: string;
  /** PostgreSQL's major version. Other versions can't read the copy. */
  version: number;
  /** All written files, relative to the target, separated by `/`. */
  files: CopiedFile[];
}

/** Folders whose contents only concern the running server. The copy must contain them empty. */
const EMPTIED_FOLDERS = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];

/** Files of the running server or of an earlier copy, and files that a server recreates. */
const EXCLUDED_FILES =
  /(^|\/)(postmaster\.(pid|opts)|backup_(label|manifest)(\.old)?|tablespace_map(\.old)?|(standby|recovery)\.signal|postgresql\.auto\.conf\.tmp|current_logfiles|pg_internal\.init[^/]*|pgsql_tmp[^/]*)(\/|$)/;

const CONTROL = 'global/pg_control';

/**
 * Copies the data folder of a running server, which goes on reading and writing. A server started on the copy contains every
 * transaction that was committed before the end of the copy. Uses PostgreSQL's low-level API (`pg_backup_start`, files,
 * `pg_backup_stop`, WAL files since the start), because the embedded PostgreSQL has no pg_basebackup.
 *
 * A temporary replication slot keeps the WAL since the start. The slot and the backup mode end with this connection. Until
 * the promise resolves, the target has no `backup_label`, and no server may be started on it. A server started on the copy
 * recovers and becomes an independent primary. For a standby, write `standby.signal` and `primary_conninfo` first; to keep
 * the WAL after the copy, create a physical slot (with `immediately_reserve`) before calling this.
 *
 * @param target a missing or empty folder; created with mode 0700, files with 0600, all flushed to disk
 * @param owner operating system user who gets the files, if the app runs as root
 * @param signal aborts between two files
 * @throws when the server stops, has tablespaces, or the disk is full. The caller must remove the incomplete copy
 */
export async function takeBaseBackup(
  source: BaseBackupSource,
  target: string,
  owner?: FolderOwner,
  signal?: AbortSignal,
): Promise<BaseBackup> {
  const client = new pg.Client({ ...source.superuser, application_name: 'remito-copy' });
  // Without a listener a lost connection would end the process. The next query fails anyway.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('SET statement_timeout = 0');
    const { rows } = await client.query(
      `SELECT system_identifier::text AS id, current_setting('server_version_num')::int / 10000 AS version,
         (SELECT count(*)::int FROM pg_tablespace WHERE spcname NOT IN ('pg_default', 'pg_global')) AS tablespaces
       FROM pg_control_system()`,
    );
    const { id, version, tablespaces } = rows[0];
    if (tablespaces > 0) throw new Error('A database with tablespaces can only be copied by pg_basebackup');
    const copied = await copyBetween(client, source.dataFolder, target, { owner, signal });
    return { systemIdentifier: id, version, ...copied };
  } finally {
    // Ends backup mode and drops the slot, whatever happened.
    await client.end();
  }
}

async function copyBetween(
  client: pg.Client,
  dataFolder: string,
  target: string,
  options: { owner: FolderOwner; signal: AbortSignal | undefined },
) {
  const { owner } = options;
  const slot = `remito_copy_${process.pid}_${Math.round(performance.now())}`;
  await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [slot]);
  const start = await client.query("SELECT pg_backup_start('remito', fast => true)::text AS lsn");
  const startLsn: string = start.rows[0].lsn;

  const { folders, files } = await listTree(dataFolder, isIncluded);
  await makeFolders(target, ['', ...folders, 'pg_wal/archive_status', 'pg_wal/summaries'], owner);
  const dataFiles = files.filter((path) => path !== CONTROL);
  // A missing file was dropped since the start. The WAL contains the drop.
  const copied = await copyFiles(dataFolder, target, dataFiles, { ...options, skipMissing: true });
  const control = await readStable(join(dataFolder, CONTROL));

  const takenAt = new Date().toISOString();
  const stop = await client.query('SELECT lsn::text, labelfile FROM pg_backup_stop(wait_for_archive => false)');
  const { lsn: stopLsn, labelfile } = stop.rows[0];
  const walFiles = await walFilesBetween(client, dataFolder, startLsn, stopLsn);
  const wal = await copyFiles(dataFolder, target, walFiles, options);
  // The label makes a server recover from the right WAL position. It is written last: a copy without a label is invalid.
  const last = await writeFiles(target, { [CONTROL]: control, backup_label: labelfile }, owner);
  return { startLsn, stopLsn: stopLsn as string, takenAt, files: [...copied, ...wal, ...last] };
}

function isIncluded(path: string): boolean {
  return !EXCLUDED_FILES.test(path) && !EMPTIED_FOLDERS.some((folder) => path.startsWith(`${folder}/`));
}

/** Lists the WAL files between two positions, and the timeline history files. */
async function walFilesBetween(
  client: pg.Client,
  dataFolder: string,
  startLsn: string,
  stopLsn: string,
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `WITH log AS (SELECT size, floor(($1::pg_lsn - '0/0') / size) AS first, floor(($2::pg_lsn - '0/0' - 1) / size) AS last
       FROM (SELECT pg_size_bytes(current_setting('wal_segment_size'))::numeric AS size) AS segment)
     SELECT pg_walfile_name('0/0'::pg_lsn + n * size + 1) AS name FROM log, generate_series(first, last) AS n`,
    [startLsn, stopLsn],
  );
  const names = await readdir(join(dataFolder, 'pg_wal'));
  const branches = names.filter((name) => name.endsWith('.history'));
  return [...branches, ...rows.map(({ name }) => name)].map((name) => `pg_wal/${name}`);
}

/** Reads a file until two reads agree, because the server may be writing it. */
async function readStable(path: string): Promise<Buffer> {
  for (let before = await readFile(path); ; ) {
    await sleep(20);
    const now = await readFile(path);
    if (now.equals(before)) return now;
    before = now;
  }
}
