import type { BusEvent } from '#server/cluster/event-bus.ts';
import type { AuditEntry } from './audit.store.ts';

/** Subjects whose open items a fact opens and closes, read from their rows. SKUs, payments and uploads must be locked. */
export type ItemSubjects =
  | { sort: 'batch' | 'payment'; ids: readonly number[] }
  /** SKUs by their texts. */
  | { sort: 'sku'; skus: readonly string[] }
  /** The SKUs in orders. */
  | { sort: 'sku'; orderIds: readonly number[] }
  /** All people and invitations of the company. */
  | { sort: 'team' };

/** Target of a row about the fact's client itself. */
export const THE_CLIENT = Symbol('the client of the fact');

/** What follows from a fact, in the transaction that records it. */
export interface Effects {
  /** Row of the audit trail, of the fact's client or of none (`clientId: null`). A fact that is part of another act has no row. */
  audit?: Omit<AuditEntry, 'clientId' | 'target'> & {
    clientId?: null;
    target?: AuditEntry['target'] | typeof THE_CLIENT;
  };
  /** Change events, published after the commit. */
  changes?: readonly BusEvent[];
  /** Subjects whose open items are opened or closed. */
  items?: ItemSubjects;
}

/** Facts by their types, `noun.past_tense`. Each declares its data, and what follows from them. */
// biome-ignore lint/suspicious/noExplicitAny: each fact has its own data, which `Events.record` checks
export type Facts = Record<string, (data: any) => Effects>;

/** Changes of the rows with these ids, or of one row; null for some rows of the kind. */
export const changed = (kind: BusEvent['kind'], ids: readonly number[] | number | null = null): readonly BusEvent[] =>
  (typeof ids === 'object' && ids !== null ? ids : [ids]).map((id) => ({ kind, id }));
