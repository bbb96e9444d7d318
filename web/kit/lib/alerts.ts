import { asApiError } from '#web/kit/call/api-error.ts';
import { createStore, type Store } from './store.ts';

export type AlertTone = 'success' | 'warning' | 'danger';

/** An alert in the queue, not yet on the screen; `settled` closes the alerts about failures before it. */
export interface QueuedAlert {
  tone: AlertTone | 'settled';
  title: string;
  text?: string | undefined;
  lines?: readonly string[] | undefined;
}

/** Alerts not yet on the screen; `web/kit/app` takes them off the queue. */
export const alertQueue: Store<readonly QueuedAlert[]> = createStore<readonly QueuedAlert[]>([]);

const showAlert =
  (tone: QueuedAlert['tone']) =>
  (title: string, text?: string, lines?: readonly string[]): void =>
    alertQueue.set([...alertQueue.get(), { tone, title, text, lines }]);

/**
 * Shows alerts at the top right, 5 seconds each (D1 §2, Shell). Works outside of components: in a call that returns
 * after its screen is gone, or in the logout. `lines` are listed below the text ('campo: mensaje').
 */
export const alerts = {
  success: showAlert('success'),
  warning: showAlert('warning'),
  danger: showAlert('danger'),
  /** Closes the alerts about failures: the action that failed has succeeded. */
  settle: (): void => showAlert('settled')(''),
  /** Shows a danger alert about a failed call, unless the session ended: the login page announces that. */
  failure(error: unknown, ...[title, text, lines]: Parameters<ReturnType<typeof showAlert>>): void {
    if (!asApiError(error).sessionEnded) alerts.danger(title, text, lines);
  },
};
