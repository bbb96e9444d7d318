import { type ComponentType, useState } from 'react';
import * as z from 'zod/mini';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import { type Passkey, passkeyName } from '#shared/people/second-factor/passkey-fields.ts';
import type { addPasskey, beginPasskey, listPasskeys, removePasskey } from '#shared/people/second-factor/passkeys.ts';
import { call } from '#web/kit/call/api.ts';
import type { ApiError } from '#web/kit/call/api-error.ts';
import { invalidateApiQueries, useApiQuery } from '#web/kit/call/queries.ts';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import type { NotLoadedProps } from '#web/kit/ui/display/empty-state.tsx';
import { KeyRound } from '#web/kit/ui/display/icons.ts';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import { AuthForm } from '#web/people/auth/auth-form.tsx';
import { createPasskey, passkeyFailure, passkeysSupported } from './passkeys.ts';

/** Calls about the passkeys of a user or of a member of the staff. */
interface PasskeyCalls {
  list: typeof listPasskeys;
  begin: typeof beginPasskey;
  add: typeof addPasskey;
  remove: typeof removePasskey;
}

interface PasskeyPanelProps {
  calls: PasskeyCalls;
  /** Further calls whose replies change with the passkeys. */
  changed?: readonly AnyEndpoint[];
  NotLoaded: ComponentType<NotLoadedProps<ApiError>>;
}

const UNSUPPORTED = 'Este navegador no admite llaves de acceso';

/** The passkeys of a person who has an authenticator app: lists, adds and removes them. */
export function PasskeyPanel({ calls, changed = [], NotLoaded }: PasskeyPanelProps) {
  const { data, error, refetch } = useApiQuery(calls.list);
  if (!data) {
    return <NotLoaded error={error} onRetry={() => void refetch()} lines={3} label="Cargando las llaves de acceso" />;
  }
  const passkeys = data.results;
  const onChanged = () => invalidateApiQueries(calls.list, ...changed);
  return (
    <Panel title="Llaves de acceso">
      <div className="stack">
        <p>
          Con una llave de acceso das el segundo paso sin escribir un código: con la huella, la cara o el PIN de este
          equipo o de tu teléfono, o con una llave de seguridad. Los códigos siguen sirviendo.
        </p>
        {passkeys.length > 0 && (
          <StaticTable<Passkey>
            caption="Llaves de acceso"
            cards
            rows={passkeys}
            rowKey={({ id }) => String(id)}
            columns={[
              { header: 'Nombre', cell: ({ name }) => <b>{name}</b> },
              { header: 'Agregada', cell: ({ created_at }) => formatTimestamp(created_at) },
              { header: 'Último uso', cell: ({ used_at }) => (used_at ? formatTimestamp(used_at) : 'Nunca') },
              {
                header: 'Acciones',
                right: true,
                cell: (one) => <RemovePasskey passkey={one} calls={calls} onChanged={onChanged} />,
              },
            ]}
          />
        )}
        <AddPasskey calls={calls} onChanged={onChanged} />
      </div>
    </Panel>
  );
}

const nameForm = z.object({ name: passkeyName });

interface ChangeProps extends Pick<PasskeyPanelProps, 'calls'> {
  onChanged: () => Promise<void>;
}

function AddPasskey({ calls, onChanged }: ChangeProps) {
  const [pending, setPending] = useState(false);
  const form = useForm(nameForm, { defaults: { name: '' } });
  const add = form.submit(async ({ name }) => {
    setPending(true);
    try {
      const created = await createPasskey((await call(calls.begin)).results);
      const { message } = await call(calls.add, { body: { name, ...created } });
      await onChanged();
      alerts.success(message);
      form.rhf.reset();
    } catch (error) {
      alerts.danger(passkeyFailure(error));
    }
    setPending(false);
  });
  return (
    <AuthForm formRef={form.formRef} onSubmit={add}>
      <TextField
        form={form}
        name="name"
        label="Nombre de la llave nueva"
        hint="Para reconocerla: Notebook, Teléfono, Llave azul…"
        autoComplete="off"
      />
      <div>
        <Button
          type="submit"
          icon={<KeyRound />}
          busy={pending}
          disabledReason={passkeysSupported() ? null : UNSUPPORTED}
        >
          Agregar una llave de acceso
        </Button>
      </div>
    </AuthForm>
  );
}

function RemovePasskey({ passkey: { id, name }, calls, onChanged }: ChangeProps & { passkey: Passkey }) {
  const [confirming, setConfirming] = useState(false);
  async function remove() {
    const { message } = await call(calls.remove, { params: { id } });
    await onChanged();
    alerts.success(message);
  }
  return (
    <>
      <Button size="sm" variant="danger" aria-label={`Quitar ${name}`} onClick={() => setConfirming(true)}>
        Quitar
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`¿Quitar ${name}?`}
        message="Deja de servir para entrar, y tus otras sesiones se cierran. Si la perdiste, quitala."
        confirmText="Quitar"
        danger
        onConfirm={remove}
      />
    </>
  );
}
