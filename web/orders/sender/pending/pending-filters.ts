import type { ListDefinition } from '#web/lib/filters.ts';

export type PendingFilter = 'tipo';

/** The kind of the items, set by a quick view. */
export const PENDING_FILTERS: ListDefinition<PendingFilter> = { list: 'pending', filters: { tipo: 'kind' } };
