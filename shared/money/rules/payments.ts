import type { BadgeColour } from '#shared/orders/rules/code/badge-colour.ts';
import type { Permission } from '#shared/orders/rules/order-actions.ts';

/** States of a payment (D2 §4), by their ids on the wire. */
export const PAYMENT_STATES = [
  { id: 54, name: 'Pendiente de Pago', badge: 'amarillo' },
  { id: 56, name: 'Pago confirmado', badge: 'verde' },
  { id: 41, name: 'Cancelado', badge: 'rojo' },
] as const satisfies readonly { id: number; name: string; badge: BadgeColour }[];

export type PaymentStateId = (typeof PAYMENT_STATES)[number]['id'];

export const PENDING = 54 satisfies PaymentStateId;
export const CONFIRMED = 56 satisfies PaymentStateId;
export const CANCELLED = 41 satisfies PaymentStateId;

/** Maximum number of orders in one payment. */
export const MAX_ORDERS_PAID = 500;

/** Reads the id of a payment's state from an external value ('54' or 54); null for any other value. */
export function paymentStateId(value: unknown): PaymentStateId | null {
  return PAYMENT_STATES.find(({ id }) => value === id || value === String(id))?.id ?? null;
}

/** Returns the name of a payment's state. */
export function paymentStateName(id: PaymentStateId): string {
  return PAYMENT_STATES.find((state) => state.id === id)?.name ?? '';
}

/** Facts about a payment that its actions depend on. */
export interface PaymentFacts {
  state: PaymentStateId;
  /** Whether the payment provider has returned the checkout's address. */
  hasInitPoint: boolean;
}

const yes: Permission = { allowed: true };
const no = (reason: string): Permission => ({ allowed: false, reason });

const ENDED: Record<PaymentStateId, string | null> = {
  [PENDING]: null,
  [CONFIRMED]: 'El pago ya está confirmado',
  [CANCELLED]: 'El pago está cancelado',
};

/** Decides the actions of a payment (readings C41), with a reason for the sender for each refusal. */
export function paymentActions({ state, hasInitPoint }: PaymentFacts): Record<'payable' | 'cancelable', Permission> {
  const ended = ENDED[state];
  if (ended !== null) return { payable: no(ended), cancelable: no(ended) };
  return {
    payable: hasInitPoint ? yes : no('El pago se está generando. Probá de nuevo en un momento'),
    cancelable: yes,
  };
}
