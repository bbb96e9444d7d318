import type { FormEvent } from 'react';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import {
  EMAIL_CHANGE_HOURS,
  emailChangeForm,
  readEmailChange,
  requestEmailChange,
} from '#shared/people/email-change.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries, useApiQuery } from '#web/kit/call/queries.ts';
import { useClientSession } from '#web/kit/call/session-store.ts';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormErrorSummary } from '#web/kit/form/form-error-summary.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { submitOnCtrlEnter } from '#web/kit/form/submit-shortcut.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { SheetBody } from '#web/kit/ui/layout/layouts.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { paths } from '#web/paths.ts';
import { PasswordField } from '#web/people/password/password-field.tsx';
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
