import { setTimeout as sleep } from 'node:timers/promises';
import { readBatch } from '#shared/bulk/batches.ts';
import { createHttpClient, type HttpClient } from '#test/callers/http-client.ts';
import { freePort, type ServerProcess } from '#test/e2e/server-process.ts';
import { signUp } from '#test/fixtures/sender-factory.ts';
import { startNginx } from '#test/services/nginx.ts';
import { bulkText, manyCells, upload } from '#test/texts/bulk-file-factory.ts';
import { type Installation, startInstallation } from './installation.ts';
import { startReaders } from './live-readers.ts';
import { type Load, openSessions, startLoad } from './load.ts';
import { type Finding, finding } from './report.ts';

/** Rows of the bulk upload during the worker's restart. */
const ROWS = 3000;

/** Time in ms for which the proxy avoids a failed node, plus a margin. */
const PROXY_FORGETS = 6000;

/**
 * Restarts two web nodes and a worker behind nginx one after the other while fifty users list, read and create orders:
 * no call may fail, every live stream reconnects, a bulk upload continues.
 *
 * @param pooled number of PgBouncer's connections for all nodes; 0 for no PgBouncer
 */
export async function rollingRestart({ pooled = 0 } = {}): Promise<Finding[]> {
  const installation = await startInstallation({ pooled });
  try {
    return await restartEach(installation);
  } finally {
    await installation.stop();
  }
}

async function restartEach(installation: Installation): Promise<Finding[]> {
  const [one, two, other] = [await freePort(), await freePort(), await freePort()];
  // All at once on an empty database.
  const nodes = await Promise.all([
    installation.start('web', one),
    installation.start('web', two),
    installation.start('worker', other),
  ]);
  const [first, second, worker] = nodes as [ServerProcess, ServerProcess, ServerProcess];
  const proxy = await startNginx([one, two]);
  try {
    const app = createHttpClient(proxy.url);
    const sessions = await openSessions(app, installation.mail);
    const readers = await startReaders(proxy.url, sessions.slice(0, 10));
    const load = startLoad(app, sessions);
    await sleep(3000);

    const restart = async (node: ServerProcess, role: 'web' | 'worker', port: number) => {
      const begun = performance.now();
      await node.stop();
      const stopped = performance.now();
      await installation.start(role, port);
      const started = performance.now();
      await sleep(PROXY_FORGETS);
      return [stopped - begun, started - stopped].map((ms) => (ms / 1000).toFixed(1)).join(' + ');
    };
    const took = [await restart(first, 'web', one), await restart(second, 'web', two)];
    const { token: uploader } = await signUp(app, installation.mail);
    const file = await upload(app, uploader, bulkText(manyCells(ROWS)));
    await sleep(1000);
    const workerTook = await restart(worker, 'worker', other);
    const orders = await ordersOf(app, uploader, file.body.results.id, load);
    await load.end();

    const received = await readers.countEventsReceived(app);
    readers.hangUp();
    return [
      finding('calls answered to 50 concurrent users', load.took.length - load.failed.length, load.took.length > 500),
      finding(
        'calls failed',
        load.failed.length,
        load.failed.length === 0,
        [...load.failed.slice(0, 3), ...(await proxy.errors()).slice(0, 2)].join('; '),
      ),
      finding('lists that lack an earlier order', load.stale, load.stale === 0),
      finding('calls that nginx retried on the other node', await proxy.retriedCalls(), true),
      finding('web node’s restart: seconds to its end + until ready', took.join(' and '), true),
      finding('worker’s restart', workerTook, true),
      finding('live streams that reconnect', `${readers.back()} of 10`, readers.back() === 10),
      finding('… that receive the next change', `${received} of 10`, received === 10),
      finding('orders of the upload that the worker’s restart interrupted', `${orders} of ${ROWS}`, orders === ROWS),
    ];
  } finally {
    await proxy.stop();
  }
}

/** Returns the number of orders of a processed bulk upload. */
async function ordersOf(app: HttpClient, token: string, id: number, load: Load): Promise<number> {
  for (;;) {
    const { status, body } = await app.call(readBatch, { token, params: { id }, query: { logs_limit: 1 } });
    if (status !== 200) load.failed.push(`batch: ${status}`);
    else if (body.estado === 'Procesado' || body.estado === 'Error') return body.ordenes;
    await sleep(200);
  }
}
