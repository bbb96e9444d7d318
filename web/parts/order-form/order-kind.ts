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
  onceChanged: boolean;
  /** What the texts about missing sides end with (readings C45). */
  stop: '' | '.';
}

/** `/ordenes/nueva-orden`: parcels that go out. */
export const OUTGOING: OrderKind = {
  list: paths.orders,
  reverse: false,
  documentRequired: true,
  another: true,
  onceChanged: false,
  stop: '',
};

/** `/ordenes/nueva-orden?type=reverse-logistic`: parcels of another order come back. */
export const COMING_BACK: OrderKind = { ...OUTGOING, reverse: true, documentRequired: false, another: false };

/** `/logistica-inversa/nueva-orden`: parcels that are collected, whatever order they came by. */
export const REVERSE: OrderKind = {
  list: paths.reverse,
  reverse: true,
  documentRequired: true,
  another: true,
  onceChanged: true,
  stop: '.',
};
