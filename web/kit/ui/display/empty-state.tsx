import type { ReactNode } from 'react';
import { Button } from '#web/kit/ui/button.tsx';
import styles from './empty-state.module.css';
import { RefreshCw } from './icons.ts';
import { Skeleton } from './skeleton.tsx';

interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  /** An action for the user. */
  action?: ReactNode;
  /** Shows the drawing of an empty remito; only if no data exist yet. */
  art?: boolean;
}

/** Replaces the rows: no data yet, nothing found, or a failure. */
export function EmptyState({ title, text, action, art }: EmptyStateProps) {
  return (
    <div className={styles.emptyState}>
      {art ? (
        <svg className={styles.art} viewBox="0 0 64 56" aria-hidden="true">
          <path className={styles.copy} d="M22 3.5h32a3 3 0 0 1 3 3v36" />
          <path
            className={styles.sheet}
            d="M14.5 8.5h32a3 3 0 0 1 3 3v39l-4-3-4 3-4-3-4 3-4-3-4 3-4-3-4 3-4-3-4 3v-38a4 4 0 0 1 3-4z"
          />
          <path className={styles.ink} d="M18 19h9" />
          <path d="M18 27h24M18 34h24M18 41h13" strokeLinecap="round" />
        </svg>
      ) : null}
      <p className={styles.title}>{title}</p>
      {text ? <p className={styles.text}>{text}</p> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}

interface ErrorStateProps {
  title?: string;
  text?: ReactNode;
  onRetry?: () => void;
  action?: ReactNode;
}

/** The texts of a failed load (D1 §8) and a retry button. */
export function ErrorState({
  title = 'Ocurrió un error',
  text = 'Por favor, intente nuevamente más tarde o comuníquese con soporte técnico',
  onRetry,
  action,
}: ErrorStateProps) {
  const retry = onRetry ? (
    <Button icon={<RefreshCw />} onClick={onRetry}>
      Reintentar
    </Button>
  ) : null;
  return (
    <div role="alert">
      <EmptyState
        title={title}
        text={text}
        action={
          <>
            {retry}
            {action}
          </>
        }
      />
    </div>
  );
}

export interface NotLoadedProps<E = unknown> {
  /** Why the load failed; null while it runs. */
  error: E | null;
  onRetry: () => void;
  /** Lines of the skeleton, and its name for screen readers. */
  lines: number;
  label?: string | undefined;
}

/** Replaces content that isn't loaded yet, or couldn't be. */
export const NotLoaded = ({ error, onRetry, ...skeleton }: NotLoadedProps) =>
  error ? <ErrorState onRetry={onRetry} /> : <Skeleton {...skeleton} />;
