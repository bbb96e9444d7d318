import type { ReactNode } from 'react';
import { formatTimestamp } from '#shared/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import styles from './second-factor.module.css';

/** What a person does with the second factor. */
export type FactorTask = 'set-up' | 'change' | 'codes' | 'remove';

export interface Factor {
  /** Number of unused backup codes; null without a second factor. */
  backupCodes: number | null;
  /** Since when there is a second factor, ISO 8601; missing for the staff. */
  since?: string | null;
  /** Whether the person may have none: the staff need one. */
  removable: boolean;
  /** Why the second factor can't be removed now. */
  removalRefused?: string | null;
}

interface FactorSummaryProps extends Factor {
  /** Explanation of the second factor, or its consequences. */
  children: ReactNode;
  onTask: (task: FactorTask) => void;
}

/** Number of unused backup codes from which new ones are advised. */
const FEW_CODES = 2;

function codesLeft(codes: number): string {
  if (codes === 0) return 'No te queda ningún código de respaldo.';
  return codes === 1 ? 'Te queda un código de respaldo.' : `Te quedan ${codes} códigos de respaldo.`;
}

/** Shows whether there is a second factor, and what can be done with it. */
export function FactorSummary({ backupCodes, since, removable, removalRefused, children, onTask }: FactorSummaryProps) {
  if (backupCodes === null) {
    return (
      <div className="stack">
        {children}
        <div>
          <Button variant="brand" onClick={() => onTask('set-up')}>
            Configurar
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="stack">
      <p>
        {since && `Activo desde el ${formatTimestamp(since)}. `}
        {codesLeft(backupCodes)}
      </p>
      {children}
      {backupCodes <= FEW_CODES && (
        <Note>Generá códigos nuevos: sin códigos ni teléfono, vas a necesitar a otra persona para entrar.</Note>
      )}
      <div className={styles.row}>
        <Button onClick={() => onTask('codes')}>Nuevos códigos de respaldo</Button>
        <Button onClick={() => onTask('change')}>Cambiar de teléfono</Button>
        {removable && (
          <Button variant="danger" disabledReason={removalRefused} onClick={() => onTask('remove')}>
            Quitar
          </Button>
        )}
      </div>
    </div>
  );
}
