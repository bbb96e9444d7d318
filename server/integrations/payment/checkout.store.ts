import { execute, run, type Trx } from '#server/db/connection.ts';
import type { Database } from '#server/db/database.ts';
import { type Statement, statement } from '#server/db/statement.ts';
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

/** An attempt to pay, with the reference and amount of its checkout. */
export interface StoredAttempt {
  id: number;
  reference: string;
  status: string;
  amount_cents: number;
  changed_at: Date;
  method: PaymentMethod;
}

const CHECKOUT: Statement<StoredCheckout> = statement(
  'checkout.checkout',
  'SELECT id, reference, title, amount_cents, back_url, expired FROM dev_checkouts WHERE id = $1',
);

/** Returns a checkout, or null. */
export async function findCheckout(db: Database, id: string): Promise<StoredCheckout | null> {
  const [checkout] = await db.withoutClient((trx) => run(trx, CHECKOUT, [id]));
  return checkout ?? null;
}

const INSERT_CHECKOUT = statement(
  'checkout.insert-checkout',
  `INSERT INTO dev_checkouts (id, reference, title, amount_cents, back_url) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (reference) DO UPDATE SET title = dev_checkouts.title RETURNING id`,
);

/** Inserts a checkout, or finds the existing one with the same reference. @returns its id */
export async function insertCheckout(
  trx: Trx,
  { id, reference, title, amountCents }: Checkout & { id: string },
  backUrl: string,
): Promise<string> {
  const [inserted] = await run(trx, INSERT_CHECKOUT, [id, reference, title, amountCents, backUrl]);
  return inserted?.id ?? '';
}

/** Inserts checkouts with their ids. Existing ones stay unchanged. */
export async function insertCheckouts(
  trx: Trx,
  checkouts: readonly (Checkout & { id: string })[],
  backUrl: string,
): Promise<void> {
  await execute(
    trx,
    `INSERT INTO dev_checkouts (id, reference, title, amount_cents, back_url)
     SELECT c.id, c.reference, c.title, c."amountCents", $2
     FROM json_to_recordset($1) AS c (id text, reference text, title text, "amountCents" bigint)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(checkouts), backUrl],
  );
}

/** Closes a checkout for payments. */
export async function expireCheckout(trx: Trx, id: string): Promise<void> {
  await execute(trx, 'UPDATE dev_checkouts SET expired = true WHERE id = $1', [id]);
}

const ATTEMPTS = `SELECT p.id, c.reference, p.status, c.amount_cents, p.changed_at, p.method
  FROM dev_checkout_payments p JOIN dev_checkouts c ON c.id = p.checkout_id`;

const NEWEST_FIRST = 'ORDER BY p.id DESC';

const ATTEMPTS_BY: Record<'p.id' | 'c.id' | 'c.reference', Statement<StoredAttempt>> = {
  'p.id': statement('checkout.attempt', `${ATTEMPTS} WHERE p.id = $1 ${NEWEST_FIRST}`),
  'c.id': statement('checkout.attempts-of-checkout', `${ATTEMPTS} WHERE c.id = $1 ${NEWEST_FIRST}`),
  'c.reference': statement('checkout.attempts-by-reference', `${ATTEMPTS} WHERE c.reference = $1 ${NEWEST_FIRST}`),
};

/** Returns attempts, newest first. */
export function attemptsBy(
  db: Database,
  column: keyof typeof ATTEMPTS_BY,
  value: string | number,
): Promise<StoredAttempt[]> {
  return db.withoutClient((trx) => run(trx, ATTEMPTS_BY[column], [value]));
}

const ADD_ATTEMPT = statement(
  'checkout.add-attempt',
  `INSERT INTO dev_checkout_payments (checkout_id, method, status, created_at, changed_at)
   SELECT c.id, $2, $3, $4, $4 FROM dev_checkouts c WHERE c.id = $1 AND NOT c.expired AND NOT EXISTS (
     SELECT FROM dev_checkout_payments p WHERE p.checkout_id = c.id AND p.status NOT IN ('rejected', 'cancelled'))
   RETURNING id`,
);

/** Inserts an attempt to pay. @returns its id; null if the checkout has expired or has a blocking attempt */
export async function addAttempt(
  trx: Trx,
  checkoutId: string,
  { method, status, at }: { method: PaymentMethod; status: string; at: Date },
): Promise<number | null> {
  await execute(trx, 'SELECT FROM dev_checkouts WHERE id = $1 FOR UPDATE', [checkoutId]);
  const [inserted] = await run(trx, ADD_ATTEMPT, [checkoutId, method, status, at]);
  return inserted?.id ?? null;
}

/** Changes the status of an attempt. @returns false if its status isn't among `from` */
export async function changeAttempt(
  trx: Trx,
  id: number,
  { from, to, at }: { from: readonly string[]; to: string; at: Date },
): Promise<boolean> {
  const changed = await execute(
    trx,
    `UPDATE dev_checkout_payments SET status = $3, changed_at = greatest($4, changed_at + interval '1 millisecond')
     WHERE id = $1 AND status = ANY ($2::text[])`,
    [id, from, to, at],
  );
  return changed > 0;
}
