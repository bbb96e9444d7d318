import { useState } from 'react';
import { recoverForm, sendActivationMail } from '#shared/people/access.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormSubmitError } from '#web/kit/form/form-submit-error.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { useCountdown } from '#web/kit/lib/countdown.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { AuthForm, AuthNote } from './auth/auth-form.tsx';
import { firstError } from './auth/first-error.ts';

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
