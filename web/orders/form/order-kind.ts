import { paths } from '#web/paths.ts';

/** The differences between the screens that create an order. */
export interface OrderKind {
  /** Path of the list, after saving and for going back. */
  list: string;
  /** True when shipments are collected at the receiver's and go to the client. */
  reverse: boolean;
  /** Whether the receiver's document is required (readings C6). */
  documentRequired: boolean;
  /** Whether to offer 'Generar Nueva Orden' (readings C7). */
  another: boolean;
  /** True when saving is disabled until something was changed (D2 §2). */
  requiresChange: boolean;
  /** Ending of the messages about missing sides (readings C45). */
  stop: '' | '.';
}

/** `/ordenes/nueva-orden`: outgoing shipments. */
export const OUTGOING_ORDER: OrderKind = {
  list: paths.orders,
  reverse: false,
  documentRequired: true,
  another: true,
  requiresChange: false,
  stop: '',
};

/** `/ordenes/nueva-orden?type=reverse-logistic`: shipments of an earlier order are returned. */
export const REVERSE_OF_ORDER: OrderKind = {
  ...OUTGOING_ORDER,
  reverse: true,
  documentRequired: false,
  another: false,
};

/** `/logistica-inversa/nueva-orden`: shipments are collected, independent of an earlier order. */
export const REVERSE: OrderKind = {
  list: paths.reverse,
  reverse: true,
  documentRequired: true,
  another: true,
  requiresChange: true,
  stop: '.',
};
