import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type CopiedFile, copyFiles, type FolderOwner, listTree, makeFolders, writeFiles } from './file-copy.ts';

/** A running PostgreSQL server on this machine: a way in for its superuser, and its data folder (absolute). */
export interface BaseBackupSource {
  superuser: pg.ClientConfig;
  dataFolder: string;
}

export interface BaseBackup {
  /** Tells clusters apart; a copy has its original's. */
  systemIdentifier: string;
  /** Positions in the log (`0/3000028`) between which files were copied. All that was committed before `stopLsn` is there. */
  startLsn: string;
  stopLsn: string;
  /** A moment shortly before `stopLsn`, as ISO 8601: what was acknowledged earlier is there. */
  takenAt: string;
  /** PostgreSQL's major version, which alone can read the copy. */
  version: number;
  /** Every file that was written, relative to the target, with `/` between the folders. */
  files: CopiedFile[];
}

/** Folders whose contents belong to the running server alone; a server wants to find them, empty. */
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

/** Files of the running server or of an earlier copy, and what a server makes anew. */
const EXCLUDED_FILES =
  /(^|\/)(postmaster\.(pid|opts)|backup_(label|manifest)(\.old)?|tablespace_map(\.old)?|(standby|recovery)\.signal|postgresql\.auto\.conf\.tmp|current_logfiles|pg_internal\.init[^/]*|pgsql_tmp[^/]*)(\/|$)/;

const CONTROL = 'global/pg_control';

/**
 * Copies a running server's whole data folder, while others read and write, so that a server started on the copy finds
 * everything that was committed before the copy's end. By PostgreSQL's low-level way (`pg_backup_start`, files,
 * `pg_backup_stop`, the log of the time between), because the embedded one has no pg_basebackup.
 *
 * The log since the start is kept by a temporary replication slot, which the server drops by itself when this process
 * dies; so does the backup mode. The target is whole only when the promise is fulfilled: until then it has no
 * `backup_label`, and a server must not be started on it. Started as it is, the copy recovers and becomes a server of its
 * own. For a standby write `standby.signal` and `primary_conninfo` first; whoever wants its log kept beyond the copy's
 * end makes a physical slot of its own (with `immediately_reserve`) before it calls this.
 *
 * @param target a folder that doesn't exist yet or is empty; made with 0700, files with 0600, all of it flushed to disk
 * @param owner the operating system's user that everything in it is given to, where the app is root
 * @param signal gives up between two files
 * @throws when the server ends meanwhile, has tablespaces, or the disk is full; the half copy is left for the caller to remove
 */
export async function takeBaseBackup(
  source: BaseBackupSource,
  target: string,
  owner?: FolderOwner,
  signal?: AbortSignal,
): Promise<BaseBackup> {
  const client = new pg.Client({ ...source.superuser, application_name: 'remito-copy' });
  // A server that ends makes the next query fail, which is told there.
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
    if (tablespaces > 0) throw new Error('A database with tablespaces of its own is copied by pg_basebackup alone');
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
  const plain = files.filter((path) => path !== CONTROL);
  // A file that is gone was dropped since, which the log tells as well.
  const copied = await copyFiles(dataFolder, target, plain, { ...options, skipMissing: true });
  const control = await readStable(join(dataFolder, CONTROL));

  const takenAt = new Date().toISOString();
  const stop = await client.query('SELECT lsn::text, labelfile FROM pg_backup_stop(wait_for_archive => false)');
  const { lsn: stopLsn, labelfile } = stop.rows[0];
  const log = await walFilesBetween(client, dataFolder, startLsn, stopLsn);
  const logged = await copyFiles(dataFolder, target, log, options);
  // The label is what makes a server begin at the right place: without it there is no copy.
  const last = await writeFiles(target, { [CONTROL]: control, backup_label: labelfile }, owner);
  return { startLsn, stopLsn: stopLsn as string, takenAt, files: [...copied, ...logged, ...last] };
}

function isIncluded(path: string): boolean {
  return !EXCLUDED_FILES.test(path) && !EMPTIED_FOLDERS.some((folder) => path.startsWith(`${folder}/`));
}

/** Names of the log's files from one position to another, and of what tells how timelines branched. */
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

/** What two readings agree on: the server may be writing the file under our eyes. */
async function readStable(path: string): Promise<Buffer> {
  for (let before = await readFile(path); ; ) {
    await sleep(20);
    const now = await readFile(path);
    if (now.equals(before)) return now;
    before = now;
  }
}
