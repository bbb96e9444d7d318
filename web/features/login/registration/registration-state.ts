import { emptyValues, type RegistrationValues, type Step } from './steps.ts';

interface RegistrationState {
  typed: RegistrationValues;
  open: Step;
  complete: ReadonlySet<Step>;
  /** E-mail of the account that was just registered; null before. */
  registered: string | null;
}

const initialState = (registered: string | null): RegistrationState => ({
  typed: emptyValues,
  open: 'contact',
  complete: new Set(),
  registered,
});

/**
 * What stands in the registration while the page lives: closing the dialog and opening it again, or going to another
 * screen and back, loses nothing. It holds a password, so it is never written to storage.
 */
export const registrationState: RegistrationState = initialState(null);

/** Forgets what was typed: after a registration, or before another one. */
export function resetRegistration(registered: string | null): void {
  Object.assign(registrationState, initialState(registered));
}
