import { emptyValues, type RegistrationValues, type Step } from './steps.ts';

interface RegistrationState {
  typed: RegistrationValues;
  open: Step;
  complete: ReadonlySet<Step>;
  /** E-mail of the account that was just registered; null before registration. */
  registered: string | null;
}

const initialState = (registered: string | null): RegistrationState => ({
  typed: emptyValues,
  open: 'contact',
  complete: new Set(),
  registered,
});

/**
 * State of the registration. Kept in memory until the page is reloaded, so that closing the dialog or leaving the screen loses
 * nothing. Contains a password, so it is never written to browser storage.
 */
export const registrationState: RegistrationState = initialState(null);

/** Clears the form after a registration or before the next one. */
export function resetRegistration(registered: string | null): void {
  Object.assign(registrationState, initialState(registered));
}
