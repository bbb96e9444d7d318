import { randomUUID } from 'node:crypto';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/db/database.ts';
import { hmacSha256 } from '#server/platform/secrets/hmac.ts';
import { assertOutsideTransaction } from '#server/platform/transaction-scope.ts';
import { attemptsBy, expireCheckout, insertCheckout, insertCheckouts, type StoredAttempt } from './checkout.store.ts';
import type { Checkout, PaymentProvider, ProviderPayment } from './payment-provider.ts';
import { verifySignature } from './webhook-signature.ts';

/** Returns the secret that signs the embedded provider's webhooks. */
export function embeddedSecret({ JWT_SECRET }: Pick<Config, 'JWT_SECRET'>): string {
  return hmacSha256('embedded payment notifications', JWT_SECRET, '').toString('hex');
}

/** Creates the embedded payment provider, which stores checkouts for `/dev/pago/{id}`. */
export function createEmbeddedProvider(
  config: Pick<Config, 'PUBLIC_URL' | 'JWT_SECRET'>,
  db: Database,
): PaymentProvider {
  const address = (id: string) => `${config.PUBLIC_URL}/dev/pago/${id}`;
  const assertAllowed = () => assertOutsideTransaction('the embedded payment provider');
  return {
    hosts: [new URL(config.PUBLIC_URL).host],
    async begin({ reference, title, amountCents }) {
      assertAllowed();
      const checkout = { id: randomUUID(), reference, title, amountCents };
      const id = await db.withoutClient((trx) => insertCheckout(trx, checkout, `${config.PUBLIC_URL}/#close`));
      return { preferenceId: id, initPoint: address(id) };
    },
    async expire(id) {
      assertAllowed();
      await db.withoutClient((trx) => expireCheckout(trx, id));
    },
    async payment(id) {
      assertAllowed();
      if (!/^\d{1,15}$/.test(id)) return null;
      const [attempt] = await attemptsBy(db, 'p.id', Number(id));
      return attempt ? paymentOf(attempt) : null;
    },
    async paymentsOf(reference) {
      assertAllowed();
      return (await attemptsBy(db, 'c.reference', reference)).map(paymentOf);
    },
    account: async () => ({ name: 'Cuenta de la demostración' }),
    hasValidSignature: (notification) => verifySignature(notification, embeddedSecret(config)),
  };
}

/** Imports checkouts with their ids, for demonstration data. Existing ones stay unchanged. */
export async function importCheckouts(
  { config, db }: { config: Pick<Config, 'PUBLIC_URL'>; db: Database },
  checkouts: readonly (Checkout & { id: string })[],
): Promise<void> {
  await db.withoutClient((trx) => insertCheckouts(trx, checkouts, `${config.PUBLIC_URL}/#close`));
}

function paymentOf({ id, reference, status, amount_cents, changed_at }: StoredAttempt): ProviderPayment {
  return { id: String(id), reference, status, amountCents: amount_cents, currency: 'ARS', changedAt: changed_at };
}
