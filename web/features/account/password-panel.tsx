import type { FormEvent } from 'react';
import { modifyPassword, passwordChange } from '#shared/access.ts';
import { alerts } from '#web/lib/alerts.ts';
import { useForm } from '#web/lib/forms.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { useClientSession } from '#web/lib/session-store.ts';
import { useSettings } from '#web/lib/settings.ts';
import { FormErrorSummary } from '#web/parts/form/form-error-summary.tsx';
import { confirmErrors } from '#web/parts/form/password-confirm.ts';
import { PasswordField } from '#web/parts/form/password-field.tsx';
import { showFormError } from '#web/parts/form/show-form-error.ts';
import { submitOnCtrlEnter } from '#web/parts/form/submit-shortcut.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './account.module.css';

const TITLE = 'Cambiar Contraseña';

const LABELS: Record<string, string> = {
  currentPassword: 'Contraseña actual',
  newPassword: 'Nueva contraseña',
  passwordConfirm: 'Repetí la contraseña',
};

const labelOf = (field: string) => LABELS[field] ?? field;

const EMPTY = { currentPassword: '', newPassword: '', passwordConfirm: '' };

/** Changes the password (D2 §2, §5). Only the length is enforced; the requested complexity is advice (readings S10). */
export function PasswordPanel() {
  const { username } = useClientSession();
  const { strict } = useSettings();
  const { send, pending } = useApiMutation(modifyPassword);
  const form = useForm(passwordChange, {
    defaults: EMPTY,
    check: ({ newPassword, passwordConfirm }) => confirmErrors(newPassword, passwordConfirm),
    related: { newPassword: 'passwordConfirm' },
  });
  const { rhf, formRef } = form;

  async function change(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    let changed = false;
    await form.submit(async (body) => {
      try {
        await send({ body });
        changed = true;
      } catch (error) {
        showFormError(form, error, { labelOf: labelOf });
      }
    })(event);
    if (!changed) return;
    // Our own gateway ends the other sessions; a foreign gateway may not.
    alerts.success('Contraseña modificada correctamente', strict ? undefined : 'Se cerraron tus otras sesiones');
    // Reset after submit: resetting during submit would validate the empty fields.
    rhf.reset(EMPTY);
    // By id: react-hook-form registers the fields again only after the next render.
    document.getElementById(form.field('currentPassword').id)?.focus();
  }

  return (
    <Panel title={TITLE}>
      <form
        ref={formRef}
        aria-label={TITLE}
        className={styles.form}
        onSubmit={change}
        onKeyDown={submitOnCtrlEnter}
        noValidate
      >
        <FormErrorSummary form={form} labelOf={labelOf} />
        <p className="muted">Usá números, letras mayúsculas y minúsculas, y un carácter especial.</p>
        {/* Password managers read the username of the account here. */}
        <input type="text" autoComplete="username" defaultValue={username} hidden />
        <PasswordField
          form={form}
          name="currentPassword"
          label={labelOf('currentPassword')}
          autoComplete="current-password"
        />
        <PasswordField
          form={form}
          name="newPassword"
          label={labelOf('newPassword')}
          autoComplete="new-password"
          strength
          username={username}
        />
        <PasswordField
          form={form}
          name="passwordConfirm"
          label={labelOf('passwordConfirm')}
          autoComplete="new-password"
        />
        <div className={styles.buttons}>
          <Button type="submit" variant="brand" busy={pending}>
            Cambiar contraseña
          </Button>
        </div>
      </form>
    </Panel>
  );
}
