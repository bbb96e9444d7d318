import { paths } from '#web/paths.ts';

/** What differs between the screens that write an order. */
export interface OrderKind {
  /** Path of the list that saving and going back lead to. */
  list: string;
  /** The parcels are collected where the receiver is, and go to the client. */
  reverse: boolean;
  /** Readings C6. */
  documentRequired: boolean;
  /** Offers 'Generar Nueva Orden' (readings C7). */
  another: boolean;
  /** Nothing can be saved before something was changed (D2 §2). */
  requiresChange: boolean;
  /** What the texts about missing sides end with (readings C45). */
  stop: '' | '.';
}

/** `/ordenes/nueva-orden`: parcels that go out. */
export const OUTGOING_ORDER: OrderKind = {
  list: paths.orders,
  reverse: false,
  documentRequired: true,
  another: true,
  requiresChange: false,
  stop: '',
};

/** `/ordenes/nueva-orden?type=reverse-logistic`: parcels of another order come back. */
export const REVERSE_OF_ORDER: OrderKind = {
  ...OUTGOING_ORDER,
  reverse: true,
  documentRequired: false,
  another: false,
};

/** `/logistica-inversa/nueva-orden`: parcels that are collected, whatever order they came by. */
export const REVERSE: OrderKind = {
  list: paths.reverse,
  reverse: true,
  documentRequired: true,
  another: true,
  requiresChange: true,
  stop: '.',
};
