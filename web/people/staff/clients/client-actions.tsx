import { useState } from 'react';
import * as z from 'zod/mini';
import { registrationSteps } from '#shared/people/registration.ts';
import { formatCuit } from '#shared/people/rules/cuit.ts';
import * as calls from '#shared/people/staff-clients.ts';
import { correctClient, type StaffClient } from '#shared/people/staff-clients.ts';
import { ReasonDialog } from '#web/console/kit/reason-dialog.tsx';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormDialog } from '#web/kit/form/form-dialog.tsx';
import { FormSubmitError } from '#web/kit/form/form-submit-error.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { cuitWarning } from '#web/people/cuit-warning.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import styles from './clients.module.css';
import { CuitQuestion } from './cuit-question.tsx';
import { runClientAction } from './run-client-action.ts';

const { razon_social, nombre_empresa, cuit } = registrationSteps.company.shape;
const companyForm = z.object({ razon_social, nombre_empresa, cuit });

/** Corrects the names and the CUIT of a client. */
function CorrectClient({ client, onClose }: { client: StaffClient; onClose: () => void }) {
  const { send, pending } = useApiMutation(correctClient);
  const { razon_social, nombre_empresa, cuit } = client;
  const form = useForm(companyForm, { defaults: { razon_social, nombre_empresa, cuit: formatCuit(cuit) } });
  /** The valid form while the question about its CUIT is open. */
  const [asked, setAsked] = useState<z.output<typeof companyForm> | null>(null);
  const save = form.submit((body) =>
    formatCuit(body.cuit) !== formatCuit(cuit) && cuitWarning(body.cuit) ? setAsked(body) : correct(body),
  );
  const correct = async (body: z.output<typeof companyForm>) => {
    try {
      const saved = await send({ params: { clientId: String(client.client_id) }, body });
      onClose();
      await runClientAction(async () => saved);
    } catch (error) {
      showFormError(form, error, { title: ({ firstMessage }) => [firstMessage], focus: 'cuit' });
    }
  };
  return (
    <>
      <FormDialog
        title={`Corregir los datos de ${nombre_empresa}`}
        formRef={form.formRef}
        dirty={form.dirty}
        onSubmit={save}
        pending={pending}
        refused={null}
        onClose={onClose}
      >
        <FormSubmitError submitError={form.submitError} />
        <TextField form={form} name="nombre_empresa" label="Empresa" />
        <TextField form={form} name="razon_social" label="Razón social" />
        <TextField
          form={form}
          name="cuit"
          label="CUIT"
          inputMode="numeric"
          warning={cuitWarning(form.rhf.watch('cuit'))}
        />
      </FormDialog>
      <CuitQuestion
        cuit={asked?.cuit ?? null}
        formRef={form.formRef}
        confirmText="Guardar igual"
        onConfirm={() => {
          if (asked) void correct(asked);
        }}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

/** What the provider can do with a client. */
export function ClientActions({ client, me }: { client: calls.StaffClient; me: Me }) {
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
