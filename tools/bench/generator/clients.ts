import type pg from 'pg';
import { startOfDay } from '#shared/kit/days.ts';
import type { Ids } from './ids.ts';
import type { Random } from './random.ts';
import { DESTINATIONS, PRODUCTS } from './sample-names.ts';

/** A client of the bench: its share of the orders, and the data for them. */
export interface BenchClient {
  id: number;
  userId: number;
  username: string;
  /** Share of all orders, of 1. */
  share: number;
  prepaid: boolean;
  addressId: number;
  address: Record<string, string>;
  products: { id: number; sku: string; name: string; weight_g: number; value_cents: number }[];
}

/** Password of every client of the bench. */
export const PASSWORD = 'bench-2026';

/** How orders are spread over the clients: a `few` large ones and next to nothing for the others, or by `zipf` over thousands. */
export type Spread = 'few' | 'zipf';

/** Of `few`: the largest client's share; each further share is a fifth smaller. */
const LARGEST = 0.4;

/** Returns the clients' shares of the orders, the largest first. By Zipf with exponent 1 the n-th client has an n-th of the first one's. */
function shares(count: number, spread: Spread): number[] {
  if (spread === 'zipf')
    return scaledTo(
      1,
      Array.from({ length: count }, (_, index) => 1 / (index + 1)),
    );
  const rest = Array.from({ length: count - 1 }, (_, index) => 0.8 ** index);
  return count === 1 ? [1] : [LARGEST, ...scaledTo(1 - LARGEST, rest)];
}

function scaledTo(total: number, parts: readonly number[]): number[] {
  const sum = parts.reduce((some, part) => some + part, 0);
  return parts.map((part) => (part / sum) * total);
}

/** When the clients began, ms since 1970: the month of their ids. */
const BEGAN = Date.UTC(2024, 0, 1);

/** Plans the clients, the largest first. */
export function planClients(count: number, ids: Ids, random: Random, spread: Spread = 'few'): BenchClient[] {
  return shares(count, spread).map((share, index) => {
    const { state, city, zip } = random.pick(DESTINATIONS);
    return {
      id: ids.draw(BEGAN),
      userId: ids.draw(BEGAN),
      username: `bench${index + 1}`,
      share,
      prepaid: index % 5 === 4,
      addressId: ids.draw(BEGAN),
      address: {
        street_name: 'Av. Colón',
        street_number: String(100 + index),
        floor: '',
        apartment: '',
        neighborhood_name: 'Centro',
        zip_code: zip,
        city,
        state,
        other_info: '',
      },
      products: PRODUCTS.map((name, n) => ({
        id: ids.draw(BEGAN),
        sku: `SKU-${n + 1}`,
        name,
        weight_g: 200 + random.below(3000),
        value_cents: (2000 + random.below(60_000)) * 100,
      })),
    };
  });
}

/** Inserts clients, each with a user, a collection address and products, activated and with accepted terms. */
export async function insertClients(
  owner: pg.Client,
  clients: readonly BenchClient[],
  since: string,
  passwordHash: string,
): Promise<void> {
  const from = new Date(startOfDay(since));
  for (let n = 0; n < clients.length; n += CHUNK)
    await insertChunk(owner, clients.slice(n, n + CHUNK), from, passwordHash);
}

/** Clients of one statement. */
const CHUNK = 500;

async function insertChunk(
  owner: pg.Client,
  clients: readonly BenchClient[],
  from: Date,
  passwordHash: string,
): Promise<void> {
  await owner.query(
    `INSERT INTO clients (client_id, razon_social, nombre_empresa, cuit, prepago, terms_accepted, terms_accepted_at, created_at)
     SELECT c.id, 'Remitente ' || c.username, 'Remitente ' || c.username, '30708355921', c.prepaid, (SELECT max(id) FROM terms),
       current_moment(), $2
     FROM json_to_recordset($1) AS c (id bigint, username text, prepaid boolean)`,
    [JSON.stringify(clients), from],
  );
  await owner.query(
    `INSERT INTO users (client_id, id, username, email, first_name, last_name, phone, password_hash, activated_at, created_at)
     SELECT c.id, c."userId", c.username, c.username || '@bench.example', 'Bench', 'Remito', '11 5555-0100', $2, $3, $3
     FROM json_to_recordset($1) AS c (id bigint, "userId" bigint, username text)`,
    [JSON.stringify(clients), passwordHash, from],
  );
  const addresses = clients.map(({ id, addressId, address }) => ({ client_id: id, id: addressId, ...address }));
  const columns = Object.keys(addresses[0] ?? {}).join(', ');
  await owner.query(
    `INSERT INTO sender_addresses (main_address, ${columns})
     SELECT true, ${columns} FROM json_populate_recordset(NULL::sender_addresses, $1)`,
    [JSON.stringify(addresses)],
  );
  const products = clients.flatMap(({ id, products }) => products.map((product) => ({ ...product, client_id: id })));
  await owner.query(
    `INSERT INTO products (client_id, id, sku, description, category_id, value_cents, length_cm, height_cm, width_cm, weight_g)
     SELECT p.client_id, p.id, p.sku, p.name, 1, p.value_cents, 30, 10, 20, p.weight_g
     FROM json_to_recordset($1)
       AS p (client_id bigint, id bigint, sku text, name text, value_cents bigint, weight_g integer)`,
    [JSON.stringify(products)],
  );
}
