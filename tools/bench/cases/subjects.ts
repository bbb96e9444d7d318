import pg from 'pg';
import { addDays, addMonths, type Day, firstOfMonth } from '#shared/kit/days.ts';
import { login } from '#shared/people/access.ts';
import { PASSWORD } from '#tools/bench/generator/clients.ts';
import { RARE_NAMES } from '#tools/bench/generator/sample-names.ts';

/** Clients of the measurements with their tokens, and the search texts and ranges. */
export interface Subjects {
  /** The largest client, whose lists are measured. */
  reader: { id: number; token: string; orders: number };
  /** The client in the middle by size, or one as large, if there are hundreds; reads its lists and creates orders. */
  middle: { id: number; token: string; orders: number; ranges: Range[] } | null;
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
  /** Printable labels; 0 except for the largest clients. */
  printable: string;
}

/**
 * Finds the subjects in a prepared database, and logs the clients in.
 *
 * @param middleOrders number of orders that `middle` has at least, to be compared with another database's
 */
export async function findSubjects(owner: pg.ClientConfig, url: string, middleOrders?: number): Promise<Subjects> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const { rows } = await client.query<Found>(
      `SELECT u.client_id AS id, u.username, CASE WHEN length(u.username) <= length('bench99')
         THEN (SELECT count(*) FROM shipments s WHERE s.client_id = u.client_id AND printable) ELSE 0 END AS printable
       FROM users u WHERE u.username LIKE 'bench%' ORDER BY length(u.username), u.username`,
    );
    const [largest, smallest] = [rows[0], rows.at(-1)];
    if (!largest || !smallest) throw new Error('the prepared database has no clients');
    const printer = rows
      .slice(1)
      .reduce((most, one) => (Number(one.printable) > Number(most.printable) ? one : most), smallest);
    const { first, last, ranges } = await daysOf(client, largest);
    const subject = async ({ id, username }: Found) => ({ id: Number(id), token: await tokenOf(url, username) });
    const ordersOf = (all: Range[]) => all[0]?.orders ?? 0;
    const place = middleOrders ? await smallestWith(client, middleOrders) : Math.floor(rows.length / 2);
    const middle = rows.length > 100 ? rows[place] : undefined;
    const ofMiddle = middle && (await daysOf(client, middle)).ranges;
    return {
      reader: { ...(await subject(largest)), orders: ordersOf(ranges) },
      middle: middle && ofMiddle ? { ...(await subject(middle)), orders: ordersOf(ofMiddle), ranges: ofMiddle } : null,
      writer: await subject(smallest),
      printer: await subject(printer),
      months: monthsWithin(first, last),
      ranges,
      rareNames: RARE_NAMES,
    };
  } finally {
    await client.end();
  }
}

/** Returns the place, from the largest client, of the smallest one with at least this number of orders. */
async function smallestWith(client: pg.Client, orders: number): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM (SELECT FROM orders GROUP BY client_id HAVING count(*) >= $1) c',
    [orders],
  );
  return Math.max(0, (rows[0]?.n ?? 0) - 1);
}

/** Returns the days of a client's first and last order, and its ranges with orders. */
async function daysOf(client: pg.Client, { id }: Found): Promise<{ first: Day; last: Day; ranges: Range[] }> {
  const { rows } = await client.query<{ day: Day; n: string }>(
    'SELECT created_on::text AS day, count(*) AS n FROM orders WHERE client_id = $1 GROUP BY 1 ORDER BY 1',
    [id],
  );
  const [first, last] = [rows[0]?.day, rows.at(-1)?.day];
  // In a rehearsal with few orders a client may have none.
  if (first === undefined || last === undefined) return { first: '', last: '', ranges: [] };
  const between = (from: Day, to: Day) =>
    rows.reduce((sum, { day, n }) => (day >= from && day <= to ? sum + Number(n) : sum), 0);
  const ranges = [
    { name: 'no filter', days: null, orders: between(first, last) },
    ...rangesBefore(last).map(({ name, days }) => ({ name, days, orders: between(days.from, days.to) })),
  ];
  return { first, last, ranges: ranges.filter(({ orders }) => orders > 0) };
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
