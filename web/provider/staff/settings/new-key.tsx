import { useState } from 'react';
import * as z from 'zod/mini';
import { isDay } from '#shared/kit/days.ts';
import { text } from '#shared/kit/fields.ts';
import { messages } from '#shared/kit/messages.ts';
import {
  STAFF_PERMISSION_NAMES,
  STAFF_PERMISSIONS,
  type StaffPermission,
} from '#shared/people/rules/staff-permissions.ts';
import { createKey, listKeys } from '#shared/provider/staff-keys.ts';
import { ApiError } from '#web/kit/call/api-error.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormDialog } from '#web/kit/form/form-dialog.tsx';
import { FormSubmitError } from '#web/kit/form/form-submit-error.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { CopyButton } from '#web/kit/ui/copy-button.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Checkbox } from '#web/kit/ui/field/choice.tsx';
import { Dialog } from '#web/kit/ui/overlay/dialog.tsx';
import styles from './settings.module.css';

/** The form's own fields: the networks are typed as one text. */
const keyFields = z.object({
  name: text({ required: messages.required, max: [60] }),
  expires_on: text({ check: (value) => (value === '' || isDay(value) ? null : messages.day) }),
  networks: text({ max: [2000] }),
});

/** Puts errors of single networks at their field, which is one text. */
function atNetworks(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const errors = error.errors.map(({ field, message }) => ({
    field: field.replace(/^networks\..*/, 'networks'),
    message,
  }));
  return new ApiError({ status: error.status, message: error.message, errors, sessionEnded: error.sessionEnded });
}

/** Creates a key, whose secret is shown once. */
export function NewKey({ onClose }: { onClose: () => void }) {
  const { send, pending } = useApiMutation(createKey);
  const [scopes, setScopes] = useState<readonly StaffPermission[]>([]);
  const [all, setAll] = useState(false);
  const unscoped = scopes.length === 0 && !all;
  const [tried, setTried] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm(keyFields, { defaults: { name: '', expires_on: '', networks: '' } });
  const create = form.submit(async ({ name, expires_on, networks }) => {
    setTried(true);
    if (unscoped) return;
    const list = networks.split(/[\s,]+/).filter((network) => network !== '');
    try {
      const { results } = await send({
        body: {
          name,
          ...(!all && { scopes: [...scopes] }),
          ...(expires_on && { expires_on }),
          ...(list.length > 0 && { networks: list }),
        },
      });
      setSecret(results.key);
      await invalidateApiQueries(listKeys);
    } catch (error) {
      showFormError(form, atNetworks(error), { title: ({ firstMessage }) => [firstMessage], focus: 'name' });
    }
  });
  if (secret !== null) {
    return (
      <Dialog
        open
        locked
        onOpenChange={onClose}
        title="Guardá la clave ahora"
        footer={
          <Button variant="primary" onClick={onClose}>
            La guardé
          </Button>
        }
      >
        <Note tone="warn">No se vuelve a mostrar: sólo se guarda su huella.</Note>
        <p className={styles.key}>
          {secret} <CopyButton text={secret} label="Copiar la clave" />
        </p>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="Nueva clave"
      size="lg"
      formRef={form.formRef}
      dirty={form.dirty || scopes.length > 0 || all}
      onSubmit={create}
      pending={pending}
      refused={null}
      onClose={onClose}
      saveText="Crear"
      className="stack"
    >
      <FormSubmitError submitError={form.submitError} />
      <TextField form={form} name="name" label="Sistema" hint="Quién va a usar la clave." />
      <fieldset className={styles.scopes}>
        <legend>Alcances</legend>
        <Checkbox
          label="Todos, también personal y claves"
          checked={all}
          onChange={({ target }) => setAll(target.checked)}
        />
        {STAFF_PERMISSIONS.map((scope) => (
          <Checkbox
            key={scope}
            label={STAFF_PERMISSION_NAMES[scope]}
            checked={all || scopes.includes(scope)}
            disabled={all}
            onChange={({ target }) =>
              setScopes(target.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
            }
          />
        ))}
      </fieldset>
      {tried && unscoped && (
        <Note tone="bad" role="alert">
          Elegí qué puede hacer la clave.
        </Note>
      )}
      <TextField form={form} name="expires_on" label="Último día" optional type="date" hint="Vacío: no vence." />
      <TextField
        form={form}
        name="networks"
        label="Redes"
        optional
        hint="Direcciones IP o redes desde las que sirve, separadas por comas. Vacío: todas."
      />
    </FormDialog>
  );
}
