/** Days from the requirement of a second factor to its beginning, in which users set one up. */
export const GRACE_DAYS = 7;

/** Message for a user whose company requires a second factor that the user hasn't set up. */
export const SET_UP_REQUIRED = 'Tu empresa exige el segundo paso: configuralo para seguir';

/** The reason why a user can't remove the second factor. */
export const REMOVAL_REFUSED =
  'Tu empresa exige el segundo paso: no se puede quitar. Para pasar a otro teléfono, usá Cambiar de teléfono';

const OWN_FIRST = 'Primero configurá tu propio segundo paso, en Mi Cuenta';

/**
 * Returns the Spanish reason why a user can't decide whether the company requires a second factor; null if the user can. Whoever
 * decides has one, so that a stolen password decides nothing.
 */
export const requirementRefusal = (hasFactor: boolean): string | null => (hasFactor ? null : OWN_FIRST);
