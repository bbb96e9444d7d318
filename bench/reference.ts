import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { runAsChild } from './child.ts';
import { REFERENCE } from './reference-statements.ts';

/** A bare server with one prepared statement a call: no login, no checks, no row-level security. */
runAsChild<{ owner: pg.ClientConfig }>(async ({ owner }) => {
  const pool = new pg.Pool({ ...owner, max: 10 });
  const server = createServer(async (request, response) => {
    const [path = '', query] = (request.url ?? '').split('?');
    const name = path.slice(1);
    const from = request.method === 'POST' ? await bodyOf(request) : Object.fromEntries(new URLSearchParams(query));
    try {
      const call = REFERENCE[name];
      if (!call) throw new Error(`there is no call ${name}`);
      const { rows } = await pool.query({ name, text: call.text, values: call.values(from) });
      response.setHeader('content-type', 'application/json; charset=utf-8');
      response.end(JSON.stringify({ results: rows, total: rows[0]?.total }));
    } catch (error) {
      response.statusCode = 500;
      response.end((error as Error).message);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await pool.end();
    },
  };
});

async function bodyOf(request: IncomingMessage): Promise<Record<string, string>> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}
