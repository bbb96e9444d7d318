/** What a reverse order is written from (D1 §2): an order, and those of its shipments that come back. */
export interface ReverseSource {
  /** Tracking id or numeric id. */
  order: string;
  /** Labels or numeric ids; none means all. */
  shipments: readonly string[];
}

/** Reads `type=reverse-logistic&fromOrder&fromShippings` off the address; null for an order that begins empty. */
export function reverseSource(query: URLSearchParams): ReverseSource | null {
  const order = query.get('fromOrder')?.trim();
  if (query.get('type') !== 'reverse-logistic' || !order) return null;
  const shipments = (query.get('fromShippings') ?? '').split(',').map((id) => id.trim());
  return { order, shipments: shipments.filter((id) => id !== '') };
}
