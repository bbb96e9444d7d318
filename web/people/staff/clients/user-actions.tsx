import { useState } from 'react';
import * as calls from '#shared/people/staff-client-users.ts';
import { ReasonDialog } from '#web/console/reason-dialog.tsx';
import { useApiMutation } from '#web/lib/mutations.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import styles from './clients.module.css';
import { CorrectUser } from './correct-user.tsx';
import { runClientAction } from './run-client-action.ts';

interface UserActionsProps {
  clientId: string;
  user: calls.OperatorUser;
  me: Me;
}

/** What the provider can do with a user of a client. */
export function UserActions({ clientId, user, me }: UserActionsProps) {
  const block = useApiMutation(calls.blockUser);
  const unblock = useApiMutation(calls.unblockUser);
  const activation = useApiMutation(calls.sendUserActivation);
  const endSessions = useApiMutation(calls.endUserSessions);
  const [open, setOpen] = useState<'block' | 'correct' | 'end' | null>(null);
  const close = () => setOpen(null);
  const params = { clientId, id: String(user.id) };
  const refused = refusalOf(me, 'clients');
  const { username } = user;
  return (
    <div className={styles.actions}>
      {!user.activated_at && (
        <Button
          size="sm"
          busy={activation.pending}
          disabledReason={refused}
          aria-label={`Reenviar activación de ${username}`}
          onClick={() => void runClientAction(() => activation.send({ params }))}
        >
          Reenviar activación
        </Button>
      )}
      <Button
        size="sm"
        disabledReason={refused}
        aria-label={`Corregir los datos de ${username}`}
        onClick={() => setOpen('correct')}
      >
        Corregir
      </Button>
      <Button
        size="sm"
        disabledReason={refused}
        aria-label={`Cerrar sesiones de ${username}`}
        onClick={() => setOpen('end')}
      >
        Cerrar sesiones
      </Button>
      {user.blocked_at ? (
        <Button
          size="sm"
          busy={unblock.pending}
          disabledReason={refused}
          aria-label={`Desbloquear a ${username}`}
          onClick={() => void runClientAction(() => unblock.send({ params }))}
        >
          Desbloquear
        </Button>
      ) : (
        <Button
          size="sm"
          variant="danger"
          disabledReason={refused}
          aria-label={`Bloquear a ${username}`}
          onClick={() => setOpen('block')}
        >
          Bloquear
        </Button>
      )}
      {open === 'block' && (
        <ReasonDialog
          action="block-user"
          title={`Bloquear a ${username}`}
          saveText="Bloquear"
          required="Escribí el motivo del bloqueo"
          onClose={close}
          onReason={(reason) => runClientAction(() => block.send({ params, body: { reason } }))}
        />
      )}
      <ConfirmDialog
        open={open === 'end'}
        onOpenChange={close}
        title={`¿Cerrar las sesiones de ${username}?`}
        message="Tiene que ingresar de nuevo."
        confirmText="Cerrar sesiones"
        onConfirm={() => runClientAction(() => endSessions.send({ params }))}
      />
      {open === 'correct' && <CorrectUser clientId={clientId} user={user} onClose={close} />}
    </div>
  );
}
