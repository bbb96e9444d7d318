import type { BadgeColour } from './badge-colour.ts';
import type { Permission } from './order-actions.ts';

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

/** Most orders that one payment takes. */
export const MAX_ORDERS_PAID = 500;

/** A state's id as it comes from outside ('54' or 54); null for anything else. */
export function paymentStateId(value: unknown): PaymentStateId | null {
  return PAYMENT_STATES.find(({ id }) => value === id || value === String(id))?.id ?? null;
}

/** The name of a state. */
export function paymentStateName(id: PaymentStateId): string {
  return PAYMENT_STATES.find((state) => state.id === id)?.name ?? '';
}

/** What is known of a payment when its actions are decided. */
export interface PaymentFacts {
  state: PaymentStateId;
  /** Whether the provider has given the address at which it is paid. */
  hasInitPoint: boolean;
}

const yes: Permission = { allowed: true };
const no = (reason: string): Permission => ({ allowed: false, reason });

const ENDED: Record<PaymentStateId, string | null> = {
  [PENDING]: null,
  [CONFIRMED]: 'El pago ya está confirmado',
  [CANCELLED]: 'El pago está cancelado',
};

/** What may be done with a payment (readings C41), with the sender's sentence for what may not. */
export function paymentActions({ state, hasInitPoint }: PaymentFacts): Record<'payable' | 'cancelable', Permission> {
  const ended = ENDED[state];
  if (ended !== null) return { payable: no(ended), cancelable: no(ended) };
  return {
    payable: hasInitPoint ? yes : no('El pago se está generando. Probá de nuevo en un momento'),
    cancelable: yes,
  };
}
