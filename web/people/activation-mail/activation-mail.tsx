import { useState } from 'react';
import { recoverForm, sendActivationMail } from '#shared/access.ts';
import { alerts } from '#web/lib/alerts.ts';
import { useCountdown } from '#web/lib/countdown.ts';
import { useForm } from '#web/lib/forms.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { FormSubmitError } from '#web/parts/form/form-submit-error.tsx';
import { showFormError } from '#web/parts/form/show-form-error.ts';
import { TextField } from '#web/parts/form/text-field.tsx';
import { AuthForm, AuthNote } from '#web/people/auth/auth-form.tsx';
import { firstError } from '#web/people/auth/first-error.ts';
import { Button } from '#web/ui/button.tsx';

/** Seconds before the mail can be requested again (D1 §9). */
const WAIT = 20;

/**
 * Form that sends the activation mail again to a typed address. The reply is the same whether or not the address has an
 * account (readings S9).
 */
export function ActivationMail() {
  const [sent, setSent] = useState('');
  const [left, restart] = useCountdown(0);
  const { send, pending } = useApiMutation(sendActivationMail);
  const form = useForm(recoverForm, { defaults: { email: '' } });

  const request = form.submit(async (body) => {
    setSent('');
    try {
      const { message } = await send({ body });
      alerts.settle();
      setSent(message || 'Te enviamos el email de nuevo');
      restart(WAIT);
    } catch (error) {
      showFormError(form, firstError(error), { focus: 'email' });
    }
  });

  return (
    <AuthForm formRef={form.formRef} onSubmit={request}>
      <FormSubmitError submitError={form.submitError} />
      <TextField form={form} name="email" label="Email" type="email" autoComplete="email" />
      <Button type="submit" busy={pending} disabledReason={left > 0 && 'Esperá unos segundos para pedirlo otra vez'}>
        {left > 0 ? `Podrá Reenviar en ${left}` : 'Reenviar Email'}
      </Button>
      <AuthNote role="status">{sent}</AuthNote>
    </AuthForm>
  );
}
