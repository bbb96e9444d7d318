import { asApiError } from './api-error.ts';
import { createStore, type Store } from './store.ts';

export type AlertTone = 'success' | 'warning' | 'danger';

/** An alert that waits to be shown. */
export interface QueuedAlert {
  tone: AlertTone;
  title: string;
  text?: string | undefined;
  lines?: readonly string[] | undefined;
}

/** Alerts that nothing has shown yet; `web/parts/alerts` takes them. */
export const alertQueue: Store<readonly QueuedAlert[]> = createStore<readonly QueuedAlert[]>([]);

const showAlert =
  (tone: AlertTone) =>
  (title: string, text?: string, lines?: readonly string[]): void =>
    alertQueue.set([...alertQueue.get(), { tone, title, text, lines }]);

/**
 * The alerts at the top right, 5 seconds each (D1 §2, Shell), from anywhere: a screen, a call that comes back after its
 * screen is gone, the logout. `lines` are listed below the text ('campo: mensaje').
 */
export const alerts = {
  success: showAlert('success'),
  warning: showAlert('warning'),
  danger: showAlert('danger'),
  /** A danger alert about a call that failed; none if the session ended, which the login page announces by itself. */
  failure(error: unknown, ...[title, text, lines]: Parameters<ReturnType<typeof showAlert>>): void {
    if (!asApiError(error).sessionEnded) alerts.danger(title, text, lines);
  },
};
