import type { FormEvent } from 'react';
import { formatTimestamp } from '#shared/format.ts';
import {
  EMAIL_CHANGE_HOURS,
  emailChangeForm,
  readEmailChange,
  requestEmailChange,
} from '#shared/people/email-change.ts';
import { alerts } from '#web/lib/alerts.ts';
import { useForm } from '#web/lib/forms.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { invalidateApiQueries, useApiQuery } from '#web/lib/queries.ts';
import { useClientSession } from '#web/lib/session-store.ts';
import { FormErrorSummary } from '#web/parts/form/form-error-summary.tsx';
import { PasswordField } from '#web/parts/form/password-field.tsx';
import { showFormError } from '#web/parts/form/show-form-error.ts';
import { submitOnCtrlEnter } from '#web/parts/form/submit-shortcut.ts';
import { TextField } from '#web/parts/form/text-field.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { SheetBody } from '#web/ui/layouts.tsx';
import { Note } from '#web/ui/note.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './change-email.module.css';

const TITLE = 'Cambiar email';

const BACK = { to: paths.account, label: 'Mi Cuenta' };

const LABELS: Record<string, string> = { email: 'Email nuevo', currentPassword: 'Tu contraseña' };

const labelOf = (field: string) => LABELS[field] ?? field;

const EMPTY = { email: '', currentPassword: '' };

/** `/usuario/email`: requests a change of the user's e-mail, which both addresses confirm by their mails. */
export default function ChangeEmail() {
  return (
    <>
      <PageHeader title={TITLE} back={BACK} />
      <SheetBody>
        <OpenChange />
        <Panel title="Email nuevo">
          <ChangeForm />
        </Panel>
      </SheetBody>
    </>
  );
}

/** The change that waits for its confirmations. */
function OpenChange() {
  const { data } = useApiQuery(readEmailChange, {});
  const change = data?.results;
  if (!change) return null;
  const { email, expires_at, old_confirmed, new_confirmed } = change;
  const missing = [!old_confirmed && 'desde tu email actual', !new_confirmed && `desde ${email}`].filter(Boolean);
  return (
    <Note role="status">
      Pediste cambiar tu email a {email}. Falta confirmarlo {missing.join(' y ')}, antes del{' '}
      {formatTimestamp(expires_at)}. Si lo pedís de nuevo, vale el último pedido.
    </Note>
  );
}

function ChangeForm() {
  const { username } = useClientSession();
  const { send, pending } = useApiMutation(requestEmailChange);
  const form = useForm(emailChangeForm, { defaults: EMPTY });
  const { rhf, formRef } = form;

  async function request(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    let message: string | null = null;
    await form.submit(async (body) => {
      try {
        ({ message } = await send({ body }));
      } catch (error) {
        showFormError(form, error, { labelOf });
      }
    })(event);
    if (message === null) return;
    alerts.success('Revisá tus dos correos', message);
    // Reset after submit: resetting during submit would validate the empty fields.
    rhf.reset(EMPTY);
    void invalidateApiQueries(readEmailChange);
  }

  return (
    <form
      ref={formRef}
      aria-label={TITLE}
      className={styles.form}
      onSubmit={request}
      onKeyDown={submitOnCtrlEnter}
      noValidate
    >
      <FormErrorSummary form={form} labelOf={labelOf} />
      <p className="muted">
        Te enviamos un enlace a tu email actual y otro al nuevo. El cambio vale cuando confirmes desde los dos, dentro
        de {EMAIL_CHANGE_HOURS} horas. Tus sesiones siguen abiertas.
      </p>
      <TextField form={form} name="email" label={labelOf('email')} type="email" autoComplete="email" />
      {/* Password managers read the username of the account here. */}
      <input type="text" autoComplete="username" defaultValue={username} hidden />
      <PasswordField
        form={form}
        name="currentPassword"
        label={labelOf('currentPassword')}
        autoComplete="current-password"
      />
      <div>
        <Button type="submit" variant="brand" busy={pending}>
          Pedir el cambio
        </Button>
      </div>
    </form>
  );
}
