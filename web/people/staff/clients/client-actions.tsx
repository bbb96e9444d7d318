import { useState } from 'react';
import * as calls from '#shared/people/staff-clients.ts';
import { ReasonDialog } from '#web/console/reason-dialog.tsx';
import { useApiMutation } from '#web/lib/mutations.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import styles from './clients.module.css';
import { CorrectClient } from './correct-client.tsx';
import { runClientAction } from './run-client-action.ts';

/** What the provider can do with a client. */
export function ClientActions({ client, me }: { client: calls.OperatorClient; me: Me }) {
  const approve = useApiMutation(calls.approveClient);
  const reject = useApiMutation(calls.rejectClient);
  const block = useApiMutation(calls.blockClient);
  const unblock = useApiMutation(calls.unblockClient);
  const endSessions = useApiMutation(calls.endClientSessions);
  const [open, setOpen] = useState<'reject' | 'block' | 'end' | 'correct' | null>(null);
  const params = { clientId: String(client.client_id) };
  const refused = refusalOf(me, 'clients');
  const close = () => setOpen(null);
  const seen = client.rejected_at === null ? 'pending' : 'rejected';
  return (
    <div className={styles.actions}>
      {client.approved_at === null && (
        <Button
          variant="primary"
          busy={approve.pending}
          disabledReason={refused ?? (client.activated_at ? null : 'El cliente todavía no activó su cuenta')}
          onClick={() => void runClientAction(() => approve.send({ params, body: { seen } }))}
        >
          Aprobar
        </Button>
      )}
      {client.state === 'pending' && (
        <Button variant="danger" disabledReason={refused} onClick={() => setOpen('reject')}>
          Rechazar
        </Button>
      )}
      <Button disabledReason={refused} onClick={() => setOpen('correct')}>
        Corregir datos
      </Button>
      <Button disabledReason={refused} onClick={() => setOpen('end')}>
        Cerrar sesiones
      </Button>
      {client.blocked_at === null ? (
        <Button variant="danger" disabledReason={refused} onClick={() => setOpen('block')}>
          Bloquear
        </Button>
      ) : (
        <Button
          busy={unblock.pending}
          disabledReason={refused}
          onClick={() => void runClientAction(() => unblock.send({ params }))}
        >
          Desbloquear
        </Button>
      )}
      {open === 'reject' && (
        <ReasonDialog
          action="approvals"
          title={`Rechazar el registro de ${client.nombre_empresa}`}
          saveText="Rechazar"
          required="Escribí el motivo del rechazo"
          onClose={close}
          onReason={(reason) => runClientAction(() => reject.send({ params, body: { reason } }))}
        />
      )}
      {open === 'block' && (
        <ReasonDialog
          action="block"
          title={`Bloquear a ${client.nombre_empresa}`}
          saveText="Bloquear"
          required="Escribí el motivo del bloqueo"
          onClose={close}
          onReason={(reason) => runClientAction(() => block.send({ params, body: { reason } }))}
        />
      )}
      <ConfirmDialog
        open={open === 'end'}
        onOpenChange={close}
        title="¿Cerrar las sesiones?"
        message={`Todas las personas de ${client.nombre_empresa} tienen que ingresar de nuevo.`}
        confirmText="Cerrar sesiones"
        onConfirm={() => runClientAction(() => endSessions.send({ params }))}
      />
      {open === 'correct' && <CorrectClient client={client} onClose={close} />}
    </div>
  );
}
