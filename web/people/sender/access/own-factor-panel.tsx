import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import { currentUser } from '#shared/people/account.ts';
import { REMOVAL_REFUSED } from '#shared/people/rules/required-factor.ts';
import {
  beginUserFactor,
  confirmUserFactor,
  readFactor,
  removeUserFactor,
  renewUserBackupCodes,
} from '#shared/people/second-factor/second-factor.ts';
import { readTeam } from '#shared/people/team.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { FactorPanel } from '#web/people/second-factor/factor-panel.tsx';
import { PasswordStep } from '#web/people/second-factor/password-step.tsx';

const CALLS = {
  begin: beginUserFactor,
  confirm: confirmUserFactor,
  renew: renewUserBackupCodes,
  remove: removeUserFactor,
};

interface OwnFactorPanelProps {
  factor: ReplyOf<typeof readFactor>['results'];
}

/** The second factor of a user, who may remove it unless the company requires it. */
export function OwnFactorPanel({ factor: { since, backup_codes, required_from } }: OwnFactorPanelProps) {
  return (
    <FactorPanel
      calls={CALLS}
      backupCodes={since === null ? null : backup_codes}
      since={since}
      removalRefused={required_from && REMOVAL_REFUSED}
      first={(onSecret, buttons) => <PasswordStep onSecret={onSecret}>{buttons}</PasswordStep>}
      onChanged={() => void invalidateApiQueries(readFactor, readTeam, currentUser)}
    >
      {since === null ? (
        <>
          <p>
            Con el segundo paso, entrar pide también un código que cambia cada 30 segundos en tu teléfono: nadie entra
            sólo con tu contraseña. Necesitás una aplicación de autenticación (Google Authenticator, Aegis, 2FAS…).
          </p>
          {required_from && <Note>Tu empresa lo exige desde el {formatTimestamp(required_from)}.</Note>}
        </>
      ) : (
        <p className="muted">
          Los navegadores que elegiste para no escribir el código se olvidan al cambiar la contraseña o el segundo paso,
          y al cerrar sesiones en la lista de sesiones abiertas.
        </p>
      )}
    </FactorPanel>
  );
}
