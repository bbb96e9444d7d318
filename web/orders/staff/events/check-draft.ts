import type { EventDefaults } from '#shared/orders/event-list/check-row.ts';
import {
  type CheckedRows,
  type ListedRow,
  listEvents,
  type SourcedRow,
} from '#shared/orders/event-list/list-events.ts';

let checked: { defaults: string; rows: CheckedRows } = { defaults: '', rows: new WeakMap() };

/**
 * Checks the rows of the draft. Rows that were checked with the same defaults aren't checked again, so that each scan stays fast, except
 * those with a time in the future.
 *
 * @param now ms since 1970
 */
export function checkDraft(rows: readonly SourcedRow[], defaults: EventDefaults, now: number): ListedRow[] {
  const key = JSON.stringify(defaults);
  if (checked.defaults !== key) checked = { defaults: key, rows: new WeakMap() };
  return listEvents(rows, defaults, now, checked.rows);
}
