import { run, type Trx } from '#server/db/connection.ts';
import type { Database } from '#server/db/database.ts';
import type { Checkout } from './payment-provider.ts';

/** A checkout of the embedded provider. */
export interface StoredCheckout {
  id: string;
  reference: string;
  title: string;
  amount_cents: number;
  back_url: string;
  expired: boolean;
}

export type PaymentMethod = 'credit_card' | 'ticket';

/** An attempt to pay one, with what its checkout says. */
export interface StoredAttempt {
  id: number;
  reference: string;
  status: string;
  amount_cents: number;
  changed_at: Date;
  method: PaymentMethod;
}

const CHECKOUT = 'SELECT id, reference, title, amount_cents, back_url, expired FROM dev_checkouts WHERE id = $1';

/** Null when there is none with this id. */
export async function findCheckout(db: Database, id: string): Promise<StoredCheckout | null> {
  const [checkout] = await db.withoutClient((trx) => run<StoredCheckout>(trx, CHECKOUT, [id]));
  return checkout ?? null;
}

/** Adds a checkout, or finds the one of its reference. @returns its id */
export async function insertCheckout(
  trx: Trx,
  { id, reference, title, amountCents }: Checkout & { id: string },
  backUrl: string,
): Promise<string> {
  const [made] = await run<{ id: string }>(
    trx,
    `INSERT INTO dev_checkouts (id, reference, title, amount_cents, back_url) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (reference) DO UPDATE SET title = dev_checkouts.title RETURNING id`,
    [id, reference, title, amountCents, backUrl],
  );
  return made?.id ?? '';
}

/** Adds checkouts with their ids; those that are there stay as they are. */
export async function insertCheckouts(
  trx: Trx,
  checkouts: readonly (Checkout & { id: string })[],
  backUrl: string,
): Promise<void> {
  await run(
    trx,
    `INSERT INTO dev_checkouts (id, reference, title, amount_cents, back_url)
     SELECT c.id, c.reference, c.title, c."amountCents", $2
     FROM json_to_recordset($1) AS c (id text, reference text, title text, "amountCents" bigint)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(checkouts), backUrl],
  );
}

/** From now on it takes no payments. */
export async function expireCheckout(trx: Trx, id: string): Promise<void> {
  await run(trx, 'UPDATE dev_checkouts SET expired = true WHERE id = $1', [id]);
}

/** Attempts, the last one first. */
export function attemptsBy(
  db: Database,
  column: 'p.id' | 'c.id' | 'c.reference',
  value: string | number,
): Promise<StoredAttempt[]> {
  return db.withoutClient((trx) =>
    run<StoredAttempt>(
      trx,
      `SELECT p.id, c.reference, p.status, c.amount_cents, p.changed_at, p.method
       FROM dev_checkout_payments p JOIN dev_checkouts c ON c.id = p.checkout_id WHERE ${column} = $1 ORDER BY p.id DESC`,
      [value],
    ),
  );
}

/** Pays, as long as the checkout takes payments: one that has expired, or that is paid, takes none. @returns its id */
export async function addAttempt(
  trx: Trx,
  checkoutId: string,
  { method, status, at }: { method: PaymentMethod; status: string; at: Date },
): Promise<number | null> {
  await run(trx, 'SELECT FROM dev_checkouts WHERE id = $1 FOR UPDATE', [checkoutId]);
  const [made] = await run<{ id: number }>(
    trx,
    `INSERT INTO dev_checkout_payments (checkout_id, method, status, created_at, changed_at)
     SELECT c.id, $2, $3, $4, $4 FROM dev_checkouts c WHERE c.id = $1 AND NOT c.expired AND NOT EXISTS (
       SELECT FROM dev_checkout_payments p WHERE p.checkout_id = c.id AND p.status NOT IN ('rejected', 'cancelled'))
     RETURNING id`,
    [checkoutId, method, status, at],
  );
  return made?.id ?? null;
}

/** What becomes of an attempt. @returns whether it stood in one of `from` */
export async function changeAttempt(
  trx: Trx,
  id: number,
  { from, to, at }: { from: readonly string[]; to: string; at: Date },
): Promise<boolean> {
  const changed = await run(
    trx,
    `UPDATE dev_checkout_payments SET status = $3, changed_at = greatest($4, changed_at + interval '1 millisecond')
     WHERE id = $1 AND status = ANY ($2::text[]) RETURNING id`,
    [id, from, to, at],
  );
  return changed.length > 0;
}
