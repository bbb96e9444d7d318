import { formatTimestamp } from '#shared/format.ts';
import { REMOVAL_REFUSED } from '#shared/rules/required-factor.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import type { FactorTask, OwnFactor } from './factor-panel.tsx';
import styles from './second-factor.module.css';

interface FactorSummaryProps {
  factor: OwnFactor;
  onTask: (task: FactorTask) => void;
}

/** Number of unused backup codes from which new ones are advised. */
const FEW_CODES = 2;

function codesLeft(codes: number): string {
  if (codes === 0) return 'No te queda ningún código de respaldo.';
  return codes === 1 ? 'Te queda un código de respaldo.' : `Te quedan ${codes} códigos de respaldo.`;
}

/** Shows whether there is a second factor, and what can be done with it. */
export function FactorSummary({ factor: { since, backup_codes, required_from }, onTask }: FactorSummaryProps) {
  if (since === null) {
    return (
      <div className="stack">
        <p>
          Con el segundo paso, entrar pide también un código que cambia cada 30 segundos en tu teléfono: nadie entra
          sólo con tu contraseña. Necesitás una aplicación de autenticación (Google Authenticator, Aegis, 2FAS…).
        </p>
        {required_from && <Note>Tu empresa lo exige desde el {formatTimestamp(required_from)}.</Note>}
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
        Activo desde el {formatTimestamp(since)}. {codesLeft(backup_codes)}
      </p>
      <p className="muted">
        Los navegadores que elegiste para no escribir el código se olvidan al cambiar la contraseña o el segundo paso, y
        al cerrar sesiones en la lista de sesiones abiertas.
      </p>
      {backup_codes <= FEW_CODES && (
        <Note>Generá códigos nuevos: sin códigos ni teléfono, vas a necesitar a otra persona para entrar.</Note>
      )}
      <div className={styles.buttons}>
        <Button onClick={() => onTask('codes')}>Nuevos códigos de respaldo</Button>
        <Button onClick={() => onTask('change')}>Cambiar de teléfono</Button>
        <Button variant="danger" disabledReason={required_from && REMOVAL_REFUSED} onClick={() => onTask('remove')}>
          Quitar
        </Button>
      </div>
    </div>
  );
}
