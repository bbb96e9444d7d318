import { useState } from 'react';
import * as z from 'zod/mini';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import { registrationSteps } from '#shared/people/registration.ts';
import { USER_ROLE_NAMES } from '#shared/people/rules/permissions.ts';
import * as calls from '#shared/people/staff-client-users.ts';
import { correctUser, listClientUsers, type StaffClientUser } from '#shared/people/staff-client-users.ts';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { ReasonDialog } from '#web/console/kit/reason-dialog.tsx';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormDialog } from '#web/kit/form/form-dialog.tsx';
import { FormSubmitError } from '#web/kit/form/form-submit-error.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Badge } from '#web/kit/ui/display/badge.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import styles from './clients.module.css';
import { runClientAction } from './run-client-action.ts';

const { nombre, apellido, telefono, email } = registrationSteps.contact.shape;
const userForm = z.object({ first_name: nombre, last_name: apellido, email, phone: telefono });

interface CorrectUserProps {
  clientId: string;
  user: StaffClientUser;
  onClose: () => void;
}

/** Corrects name, e-mail and phone of a user. */
function CorrectUser({ clientId, user, onClose }: CorrectUserProps) {
  const { send, pending } = useApiMutation(correctUser);
  const { first_name, last_name, phone, username, id } = user;
  const form = useForm(userForm, { defaults: { first_name, last_name, email: user.email, phone } });
  const save = form.submit(async (body) => {
    try {
      const saved = await send({ params: { clientId, id: String(id) }, body });
      onClose();
      await runClientAction(async () => saved);
    } catch (error) {
      showFormError(form, error, { title: ({ firstMessage }) => [firstMessage], focus: 'email' });
    }
  });
  return (
    <FormDialog
      title={`Corregir los datos de ${username}`}
      formRef={form.formRef}
      dirty={form.dirty}
      onSubmit={save}
      pending={pending}
      refused={null}
      onClose={onClose}
      className="stack"
    >
      <FormSubmitError submitError={form.submitError} />
      <TextField form={form} name="first_name" label="Nombre" autoComplete="off" />
      <TextField form={form} name="last_name" label="Apellido" autoComplete="off" />
      <TextField
        form={form}
        name="email"
        label="Email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        hint="Un email nuevo se avisa a los dos, y los enlaces enviados dejan de servir."
      />
      <TextField form={form} name="phone" label="Teléfono" type="tel" autoComplete="off" />
    </FormDialog>
  );
}

interface UserActionsProps {
  clientId: string;
  user: calls.StaffClientUser;
  me: Me;
}

/** What the provider can do with a user of a client. */
function UserActions({ clientId, user, me }: UserActionsProps) {
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

interface ClientPeopleProps {
  clientId: string;
  /** Who acts on the people; without it, they are only listed. */
  me?: Me;
}

/** The people of a client with their states. */
export function ClientPeople({ clientId, me }: ClientPeopleProps) {
  const { data, error, refetch } = useApiQuery(listClientUsers, { params: { clientId } });
  if (!data) return <NotLoaded error={error} onRetry={() => void refetch()} lines={3} />;
  return (
    <StaticTable<StaffClientUser>
      caption="Personas"
      cards
      rows={data.results}
      rowKey={({ id }) => String(id)}
      columns={[
        {
          header: 'Persona',
          cell: (user) => (
            <span>
              <b>
                {user.first_name} {user.last_name}
              </b>
              <span className="row-line">{user.email}</span>
            </span>
          ),
        },
        { header: 'Usuario', cell: ({ username }) => username },
        { header: 'Rol', cell: ({ role }) => USER_ROLE_NAMES[role] },
        { header: 'Estado', cell: (user) => <UserState user={user} /> },
        { header: 'Sesiones', cell: (user) => <UserSessions user={user} /> },
        ...(me
          ? [
              {
                header: 'Acciones',
                cell: (user: StaffClientUser) => <UserActions clientId={clientId} user={user} me={me} />,
              },
            ]
          : []),
      ]}
    />
  );
}

function UserSessions({ user: { sessions, last_seen_at } }: { user: StaffClientUser }) {
  return (
    <span>
      {sessions === 1 ? '1 abierta' : `${sessions} abiertas`}
      {last_seen_at && <span className="row-line">Último uso: {formatTimestamp(last_seen_at)}</span>}
    </span>
  );
}

function UserState({ user }: { user: StaffClientUser }) {
  if (user.blocked_at) return <Badge colour="rojo">Bloqueado: {user.blocked_reason}</Badge>;
  if (user.suspended) return <Badge colour="gris">Suspendido por su empresa</Badge>;
  if (!user.activated_at) return <Badge colour="amarillo">Sin activar</Badge>;
  return <Badge colour="verde">Activo</Badge>;
}
