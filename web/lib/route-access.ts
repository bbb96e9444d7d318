import type { Session } from './session-store.ts';

/** What a route requires (D1 §6): nothing, a session, or a session whose account has a feature. */
export type RouteAccess = 'public' | 'login' | 'prepago' | 'logistica_inversa' | 'fulfillment';

/** Returns whether a session may open a route; null while unknown. */
export function canAccess(access: RouteAccess, session: Session): boolean | null {
  if (access === 'prepago') return session.prepaid;
  if (access === 'logistica_inversa') return session.reverseLogistics;
  if (access === 'fulfillment') return session.fulfillment;
  return true;
}
