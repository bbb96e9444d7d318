import type { Session } from './session-store.ts';

/** What a route requires (D1 §6): a session, or a session whose account has a feature. */
export type RouteAccess = 'login' | 'prepaid' | 'reverseLogistics' | 'fulfillment';

/** Returns whether a session may open a route; null while unknown. */
export const canAccess = (access: RouteAccess, session: Session): boolean | null =>
  access === 'login' || session[access];
