import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createHttpClient } from '#test/callers/http-client.ts';
import { freePort } from '#test/e2e/server-process.ts';
import { startNginx } from '#test/services/nginx.ts';
import { type Standby, startStandby } from '#test/services/postgres-standby.ts';
import { addressOf, startInstallation } from './installation.ts';
import { openSessions, startLoad } from './load.ts';
import { type Finding, finding } from './report.ts';

/**
 * Runs two web nodes that read exports from a standby, with calls spread over both: a new order appears in its client's
 * next export. The standby is paused, killed and restarted meanwhile; no call may fail.
 */
export async function readsFromReplica(): Promise<Finding[]> {
  const installation = await startInstallation();
  let standby: Standby | null = null;
  try {
    standby = await startStandby(installation.database);
    const replica = { DATABASE_REPLICA_URL: addressOf(standby.login) };
    await installation.start('worker', await freePort(), replica);
    const [one, two] = [await freePort(), await freePort()];
    await Promise.all([installation.start('web', one, replica), installation.start('web', two, replica)]);
    // The hardest case: the export goes to another node than the write.
    const proxy = await startNginx([one, two], { 'hash $http_authorization consistent;': '' });
    try {
      return await underLoad(standby, proxy.url, await openSessions(createHttpClient(proxy.url), installation.mail));
    } finally {
      await proxy.stop();
    }
  } finally {
    await installation.stop(() => standby?.stop());
  }
}

async function underLoad(standby: Standby, url: string, sessions: readonly string[]): Promise<Finding[]> {
  const load = startLoad(createHttpClient(url), sessions, { exports: true });
  const phase = async (seconds: number) => {
    const before = { made: load.took.length, reads: await readsOf(standby) };
    await sleep(seconds * 1000);
    return { calls: load.took.length - before.made, reads: (await readsOf(standby)) - before.reads };
  };
  await sleep(2000);
  const followed = await phase(6);
  await standby.pause();
  await sleep(6000);
  const paused = await phase(4);
  await standby.resume();
  await sleep(3000);
  const resumed = await phase(4);
  await standby.kill();
  const before = load.took.length;
  await sleep(4000);
  const alone = load.took.length - before;
  await standby.start();
  await sleep(5000);
  const again = await phase(6);
  await load.end();

  const failed = load.failed.length;
  return [
    finding('calls answered to 50 concurrent users', load.took.length - failed, load.took.length > 500),
    finding('calls failed', failed, failed === 0, load.failed.slice(0, 3).join('; ')),
    finding('exports that lack an earlier order', load.stale, load.stale === 0),
    finding('scans of shipments on the standby while it replays', shareOf(followed), followed.reads > 2 * paused.reads),
    finding('… while its replay is paused', shareOf(paused), paused.reads < followed.reads),
    finding('… after its replay resumes', shareOf(resumed), resumed.reads > paused.reads),
    finding('calls answered while the standby is down', alone, alone > 10),
    finding('scans of shipments on the standby after its restart', shareOf(again), again.reads > paused.reads),
  ];
}

const shareOf = ({ reads, calls }: { reads: number; calls: number }) => `${reads} during ${calls} calls`;

/** Counts the scans of shipments on the standby; backends report them within some seconds. */
async function readsOf(standby: Standby): Promise<number> {
  const client = new pg.Client(standby.login);
  await client.connect();
  try {
    const { rows } = await client.query(
      "SELECT (seq_scan + coalesce(idx_scan, 0))::int AS n FROM pg_stat_user_tables WHERE relname = 'shipments'",
    );
    return rows[0].n;
  } finally {
    await client.end();
  }
}
