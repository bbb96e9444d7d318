import { blank, type Step, type Typed } from './steps.ts';

interface Kept {
  typed: Typed;
  open: Step;
  complete: ReadonlySet<Step>;
  /** E-mail of the account that was just registered; null before. */
  registered: string | null;
}

const fresh = (registered: string | null): Kept => ({
  typed: blank,
  open: 'contact',
  complete: new Set(),
  registered,
});

/**
 * What stands in the registration while the page lives: closing the dialog and opening it again, or going to another
 * screen and back, loses nothing. It holds a password, so it is never written to storage.
 */
export const kept: Kept = fresh(null);

/** Forgets what was typed: after a registration, or before another one. */
export function startOver(registered: string | null): void {
  Object.assign(kept, fresh(registered));
}
