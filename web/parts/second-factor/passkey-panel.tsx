import { useState } from 'react';
import * as z from 'zod/mini';
import { formatTimestamp } from '#shared/format.ts';
import { type CreationOptions, type NewPasskey, type Passkey, passkeyName } from '#shared/passkey.ts';
import { alerts } from '#web/lib/alerts.ts';
import { useForm } from '#web/lib/forms.ts';
import { createPasskey, passkeyFailure, passkeysSupported } from '#web/lib/passkeys.ts';
import { AuthForm } from '#web/parts/auth/auth-form.tsx';
import { TextField } from '#web/parts/form/text-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { KeyRound } from '#web/ui/icons.ts';
import { Panel } from '#web/ui/panel.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';

type Done = Promise<{ message: string }>;

interface PasskeyPanelProps {
  passkeys: readonly Passkey[];
  onBegin: () => Promise<CreationOptions>;
  onAdd: (passkey: NewPasskey) => Done;
  onRemove: (id: number) => Done;
}

const UNSUPPORTED = 'Este navegador no admite llaves de acceso';

/** The passkeys of a person: lists, adds and removes them. */
export function PasskeyPanel({ passkeys, onBegin, onAdd, onRemove }: PasskeyPanelProps) {
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
              { header: 'Acciones', right: true, cell: (one) => <RemovePasskey passkey={one} onRemove={onRemove} /> },
            ]}
          />
        )}
        <AddPasskey onBegin={onBegin} onAdd={onAdd} />
      </div>
    </Panel>
  );
}

const nameForm = z.object({ name: passkeyName });

function AddPasskey({ onBegin, onAdd }: Pick<PasskeyPanelProps, 'onBegin' | 'onAdd'>) {
  const [pending, setPending] = useState(false);
  const form = useForm(nameForm, { defaults: { name: '' } });
  const add = form.submit(async ({ name }) => {
    setPending(true);
    try {
      alerts.success((await onAdd({ name, ...(await createPasskey(await onBegin())) })).message);
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

function RemovePasskey({
  passkey: { id, name },
  onRemove,
}: { passkey: Passkey } & Pick<PasskeyPanelProps, 'onRemove'>) {
  const [confirming, setConfirming] = useState(false);
  async function remove() {
    alerts.success((await onRemove(id)).message);
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
