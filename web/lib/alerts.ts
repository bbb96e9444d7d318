import { asFailure } from './call-failure.ts';
import { createStore, type Store } from './store.ts';

export type AlertTone = 'success' | 'warning' | 'danger';

/** Something to tell, as it waits to be shown. */
export interface WaitingAlert {
  tone: AlertTone;
  title: string;
  text?: string | undefined;
  lines?: readonly string[] | undefined;
}

/** Alerts that nothing has shown yet; `web/parts/alerts` takes them. */
export const waitingAlerts: Store<readonly WaitingAlert[]> = createStore<readonly WaitingAlert[]>([]);

const tell =
  (tone: AlertTone) =>
  (title: string, text?: string, lines?: readonly string[]): void =>
    waitingAlerts.set([...waitingAlerts.get(), { tone, title, text, lines }]);

/**
 * The alerts at the top right, 5 seconds each (D1 §2, Shell), from anywhere: a screen, a call that comes back after its
 * screen is gone, the logout. `lines` are listed below the text ('campo: mensaje').
 */
export const alerts = {
  success: tell('success'),
  warning: tell('warning'),
  danger: tell('danger'),
  /** A danger alert about a call that failed; none if the session ended, which the login page announces by itself. */
  failure(error: unknown, ...[title, text, lines]: Parameters<ReturnType<typeof tell>>): void {
    if (!asFailure(error).sessionEnded) alerts.danger(title, text, lines);
  },
};
