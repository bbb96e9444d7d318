/** The source of a reverse order (D1 §2): an order and the shipments to return. */
export interface ReverseSource {
  /** Tracking id or numeric id. */
  order: string;
  /** Labels or numeric ids; empty for all shipments. */
  shipments: readonly string[];
}

/** Parses `type=reverse-logistic&fromOrder&fromShippings` of the URL; null for an order that starts empty. */
export function reverseSource(query: URLSearchParams): ReverseSource | null {
  const order = query.get('fromOrder')?.trim();
  if (query.get('type') !== 'reverse-logistic' || !order) return null;
  const shipments = (query.get('fromShippings') ?? '').split(',').map((id) => id.trim());
  return { order, shipments: shipments.filter((id) => id !== '') };
}
