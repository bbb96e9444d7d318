import pg from 'pg';
import { login } from '#shared/access.ts';
import { addDays, addMonths, firstOfMonth } from '#shared/days.ts';
import { RARE_NAMES } from './generator/words.ts';
import { PASSWORD } from './generator/world.ts';

/** What the works are done with: clients with their tokens, and what to ask for. */
export interface Subjects {
  /** The largest client: its lists are read. */
  reader: { id: number; token: string; orders: number };
  /** The smallest client: what is created is its own, so that the lists stay as they are. */
  writer: { id: number; token: string };
  /** The client with the most labels to print but for the reader. */
  printer: { id: number; token: string };
  /** Complete months with orders, first and last day. */
  months: { from: string; to: string }[];
  rareNames: readonly string[];
}

/** Looks the subjects up in a prepared database, and logs the clients in at our server. */
export async function findSubjects(owner: pg.ClientConfig, url: string): Promise<Subjects> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; username: string; orders: string; first: string; last: string }>(
      `SELECT c.client_id AS id, u.username, sum(n) AS orders, min(day)::text AS first, max(day)::text AS last
       FROM order_counts c JOIN users u USING (client_id) WHERE u.username LIKE 'bench%' AND day > '-infinity'
       GROUP BY c.client_id, u.username ORDER BY length(u.username), u.username`,
    );
    const [largest, smallest] = [rows[0], rows.at(-1)];
    if (!largest || !smallest) throw new Error('the prepared database has no clients');
    const { rows: printers } = await client.query<{ id: string; username: string }>(
      `SELECT client_id AS id, u.username FROM shipments JOIN users u USING (client_id)
       WHERE printable AND client_id <> $1 GROUP BY 1, 2 ORDER BY count(*) DESC LIMIT 1`,
      [largest.id],
    );
    const printer = printers[0] ?? smallest;
    return {
      reader: { id: Number(largest.id), token: await tokenOf(url, largest.username), orders: Number(largest.orders) },
      writer: { id: Number(smallest.id), token: await tokenOf(url, smallest.username) },
      printer: { id: Number(printer.id), token: await tokenOf(url, printer.username) },
      months: monthsWithin(largest.first, largest.last),
      rareNames: RARE_NAMES,
    };
  } finally {
    await client.end();
  }
}

function monthsWithin(first: string, last: string): { from: string; to: string }[] {
  const months: { from: string; to: string }[] = [];
  for (let from = addMonths(firstOfMonth(first), 1); addMonths(from, 1) <= last; from = addMonths(from, 1)) {
    months.push({ from, to: addDays(addMonths(from, 1), -1) });
  }
  return months;
}

async function tokenOf(url: string, username: string): Promise<string> {
  const response = await fetch(`${url}/api${login.path}`, {
    method: login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ _username: username, _password: PASSWORD }),
  });
  const answer = (await response.json()) as { token?: string; message: string };
  if (!answer.token) throw new Error(`${username} can't log in: ${answer.message}`);
  return answer.token;
}
