/** Parameters of a return from the payment provider (Checkout Pro); all others are dropped (readings S7). */
const KNOWN = [
  'collection_id',
  'collection_status',
  'payment_id',
  'status',
  'external_reference',
  'payment_type',
  'merchant_order_id',
  'preference_id',
  'site_id',
  'processing_mode',
  'merchant_account_id',
];

const MARKER = /^#\/?close\/?(?:\?(.*))?$/;

/**
 * Returns the query of a return from the payment provider to `/`, or null for any other visit. The marker is `#close?…` or
 * `#/close?…`; a query before the hash counts as well (D1 §2, readings S7).
 */
export function paymentReturn(search: string, hash: string): string | null {
  const marker = MARKER.exec(hash);
  if (!marker) return null;
  const after = new URLSearchParams(marker[1] ?? '');
  const before = new URLSearchParams(search);
  if (after.size === 0 && before.size === 0) return null;
  const kept = new URLSearchParams();
  for (const name of KNOWN) {
    const value = after.get(name) ?? before.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept.size === 0 ? '' : `?${kept}`;
}
