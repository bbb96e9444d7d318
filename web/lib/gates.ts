import type { Session } from './session-store.ts';

/** What a screen asks of its visitor (D1 §6): nothing, a session, or a session whose account has a feature. */
export type Gate = 'public' | 'login' | 'prepago' | 'logistica_inversa' | 'fulfillment';

/** Whether a session opens a gate; null while that isn't known yet. */
export function opens(gate: Gate, session: Session): boolean | null {
  if (gate === 'prepago') return session.prepaid;
  if (gate === 'logistica_inversa') return session.reverseLogistics;
  if (gate === 'fulfillment') return session.fulfillment;
  return true;
}
