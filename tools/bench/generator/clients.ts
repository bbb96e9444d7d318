import type pg from 'pg';
import { startOfDay } from '#shared/days.ts';
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

/** The largest client's share; each further share is a fifth smaller. */
const LARGEST = 0.4;

function shares(count: number): number[] {
  const rest = Array.from({ length: count - 1 }, (_, index) => 0.8 ** index);
  const sum = rest.reduce((total, share) => total + share, 0);
  return count === 1 ? [1] : [LARGEST, ...rest.map((share) => (share / sum) * (1 - LARGEST))];
}

/** When the clients began, ms since 1970: the month of their ids. */
const BEGAN = Date.UTC(2024, 0, 1);

/** Plans the clients, the largest first. */
export function planClients(count: number, ids: Ids, random: Random): BenchClient[] {
  return shares(count).map((share, index) => {
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
  for (const client of clients) {
    await owner.query(
      `INSERT INTO clients (client_id, razon_social, nombre_empresa, cuit, prepago, terms_accepted, terms_accepted_at, created_at)
       VALUES ($1, $2, $2, '30708355921', $3, (SELECT max(id) FROM terms), current_moment(), $4)`,
      [client.id, `Remitente ${client.username}`, client.prepaid, from],
    );
    await owner.query(
      `INSERT INTO users (client_id, id, username, email, first_name, last_name, phone, password_hash, activated_at, created_at)
       VALUES ($1, $2, $3, $3 || '@bench.example', 'Bench', 'Remito', '11 5555-0100', $4, $5, $5)`,
      [client.id, client.userId, client.username, passwordHash, from],
    );
    const { address } = client;
    const columns = Object.keys(address);
    await owner.query(
      `INSERT INTO sender_addresses (client_id, id, main_address, ${columns.join(', ')})
       VALUES ($1, $2, true, ${columns.map((_, n) => `$${n + 3}`).join(', ')})`,
      [client.id, client.addressId, ...Object.values(address)],
    );
    for (const { id, sku, name, weight_g, value_cents } of client.products) {
      await owner.query(
        `INSERT INTO products (client_id, id, sku, description, category_id, value_cents, length_cm, height_cm, width_cm, weight_g)
         VALUES ($1, $2, $3, $4, 1, $5, 30, 10, 20, $6)`,
        [client.id, id, sku, name, value_cents, weight_g],
      );
    }
  }
}
