import pg from 'pg';
import { login } from '#shared/access.ts';
import { addDays, addMonths, type Day, firstOfMonth } from '#shared/days.ts';
import { PASSWORD } from './generator/clients.ts';
import { RARE_NAMES } from './generator/sample-names.ts';

/** Clients of the measurements with their tokens, and the search texts and ranges. */
export interface Subjects {
  /** The largest client, whose lists are measured. */
  reader: { id: number; token: string; orders: number };
  /** The smallest client, which creates orders, so that the measured lists don't change. */
  writer: { id: number; token: string };
  /** The client with the most printable labels, except the reader. */
  printer: { id: number; token: string };
  /** Complete months with orders, first and last day. */
  months: { from: Day; to: Day }[];
  /** Ranges that filter the reader's list; ranges without orders are omitted. */
  ranges: Range[];
  rareNames: readonly string[];
}

/** A range of days of creation (all days without one), and the number of the reader's orders in the range. */
export interface Range {
  name: string;
  days: { from: Day; to: Day } | null;
  orders: number;
}

interface Found {
  id: string;
  username: string;
  days: Record<Day, number>;
  /** Printable labels. */
  printable: string;
}

/** Finds the subjects in a prepared database, and logs the clients in. */
export async function findSubjects(owner: pg.ClientConfig, url: string): Promise<Subjects> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const { rows } = await client.query<Found>(
      `SELECT u.client_id AS id, u.username,
         (SELECT coalesce(json_object_agg(day, n), '{}') FROM (
           SELECT created_on AS day, count(*) AS n FROM orders o WHERE o.client_id = u.client_id GROUP BY 1
         ) AS of_day) AS days,
         (SELECT count(*) FROM shipments s WHERE s.client_id = u.client_id AND printable) AS printable
       FROM users u WHERE u.username LIKE 'bench%' ORDER BY length(u.username), u.username`,
    );
    const [largest, smallest] = [rows[0], rows.at(-1)];
    if (!largest || !smallest) throw new Error('the prepared database has no clients');
    const printer = rows
      .slice(1)
      .reduce((most, one) => (Number(one.printable) > Number(most.printable) ? one : most), smallest);
    const days = Object.keys(largest.days).sort();
    const [first = '', last = ''] = [days[0], days.at(-1)];
    const between = (from: Day, to: Day) =>
      days.reduce((sum, day) => (day >= from && day <= to ? sum + (largest.days[day] ?? 0) : sum), 0);
    const subject = async ({ id, username }: Found) => ({ id: Number(id), token: await tokenOf(url, username) });
    return {
      reader: { ...(await subject(largest)), orders: between(first, last) },
      writer: await subject(smallest),
      printer: await subject(printer),
      months: monthsWithin(first, last),
      ranges: [
        { name: 'no filter', days: null, orders: between(first, last) },
        ...rangesBefore(last).map(({ name, days }) => ({ name, days, orders: between(days.from, days.to) })),
      ].filter(({ orders }) => orders > 0),
      rareNames: RARE_NAMES,
    };
  } finally {
    await client.end();
  }
}

/** Relative to the last day with orders, because prepared data age. */
function rangesBefore(last: Day) {
  const old = firstOfMonth(addMonths(last, -12));
  return [
    { name: 'recent month', days: { from: addDays(last, -29), to: last } },
    { name: 'three months', days: { from: addDays(last, -90), to: last } },
    { name: 'month of last year', days: { from: old, to: addDays(addMonths(old, 1), -1) } },
  ];
}

function monthsWithin(first: Day, last: Day): { from: Day; to: Day }[] {
  const months: { from: Day; to: Day }[] = [];
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
