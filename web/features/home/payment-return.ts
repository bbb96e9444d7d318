/** Parameters that the payment provider sends back (Checkout Pro); no other is carried on (readings S7). */
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
 * The query with which the payment provider sent the browser back to `/`, or null when it didn't. The marker is `#close?…`
 * or `#/close?…`; a query that stands before the hash counts as well (D1 §2, readings S7).
 */
export function paymentReturn(search: string, hash: string): string | null {
  const marker = MARKER.exec(hash);
  if (!marker) return null;
  const behind = new URLSearchParams(marker[1] ?? '');
  const before = new URLSearchParams(search);
  if (behind.size === 0 && before.size === 0) return null;
  const kept = new URLSearchParams();
  for (const name of KNOWN) {
    const value = behind.get(name) ?? before.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept.size === 0 ? '' : `?${kept}`;
}
