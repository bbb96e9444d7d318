import { lazy, Suspense, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { isObject } from '#shared/kit/is-object.ts';
import { login, loginForm } from '#shared/people/access.ts';
import { ApiError } from '#web/kit/call/api-error.ts';
import { readBlockReason } from '#web/kit/call/block-reason.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { startSession } from '#web/kit/call/session.ts';
import { useSettings } from '#web/kit/call/settings.ts';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormSubmitError } from '#web/kit/form/form-submit-error.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { paths } from '#web/paths.ts';
import { AuthPage } from '#web/people/auth/auth-page.tsx';
import { PasswordField } from '#web/people/password/password-field.tsx';
import styles from './login.module.css';

const CodeStep = lazy(() => import('./code-step.tsx'));
const ActivationDialog = lazy(() => import('./activation-dialog.tsx'));
const Registration = lazy(() => import('./registration/registration-dialog.tsx'));

/** True for a response with `success: false`: only then the alert has a separate title (readings S15). */
const isRefusal = (body: unknown) => isObject(body) && body.success === false;

/** Returns title and text of the alert. */
const titleOf = ({ body, message }: ApiError): [title: string, text?: string] =>
  isRefusal(body) ? ['Error de ingreso', message] : [message];

/** `/login` (D1 §2, §4, §5). */
export default function Login() {
  const [registering, setRegistering] = useState(false);
  const [half, setHalf] = useState<{ token: string; username: string; passkey: boolean } | null>(null);
  const [activating, setActivating] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { registration, support } = useSettings();
  const [blocked] = useState(readBlockReason);
  const { send, pending } = useApiMutation(login);
  // From the activation of an account.
  const { username } = (useLocation().state ?? {}) as { username?: string | null };
  const form = useForm(loginForm, { defaults: { _username: username ?? '', _password: '' } });
  const { formRef, submitError } = form;

  const enter = form.submit(async (typed) => {
    try {
      const { success, token, message, second_factor, passkey = false } = await send({ body: typed });
      // Some gateways refuse a login with HTTP status 200.
      if (success === false || !token) {
        throw new ApiError({
          status: 200,
          message: message || 'No pudimos iniciar la sesión',
          body: { success: false },
        });
      }
      if (second_factor) setHalf({ token, username: typed._username, passkey });
      else if (await startSession(token, typed._username)) alerts.success('Ingreso Exitoso');
    } catch (error) {
      showFormError(form, error, { title: titleOf, focus: '_password' });
    }
  });

  if (half) {
    return (
      <Suspense fallback={null}>
        <CodeStep {...half} onLeave={() => setHalf(null)} />
      </Suspense>
    );
  }
  return (
    <AuthPage
      title="Entrar"
      heading="La solución logística de tu negocio"
      stub={
        registration !== 'closed' && (
          <div className={styles.stub}>
            <span className={styles.question}>¿Todavía no tenés cuenta?</span>
            <Button ref={opener} size="sm" onClick={() => setRegistering(true)}>
              Registrate
            </Button>
          </div>
        )
      }
    >
      <form ref={formRef} className={styles.form} onSubmit={enter} noValidate>
        {blocked && !submitError && (
          <Note tone="warn">
            <p>{blocked}</p>
            {support && <p>Soporte: {support}</p>}
          </Note>
        )}
        <FormSubmitError submitError={submitError} />
        <TextField form={form} name="_username" label="Usuario" autoComplete="username" autoCapitalize="none" />
        <PasswordField form={form} name="_password" label="Contraseña" autoComplete="current-password" />
        <Button type="submit" variant="primary" busy={pending}>
          Entrar
        </Button>
      </form>
      <p className={styles.forgot}>
        <Link to={paths.passwordRequest}>¿Has olvidado la contraseña?</Link>
      </p>
      {submitError && (
        <p className={styles.activate}>
          <button type="button" className="link-button" onClick={() => setActivating(true)}>
            ¿No activaste tu cuenta? Pedí otro email
          </button>
        </p>
      )}
      {/* Not LazyDialog, for the login's weight: without a connection nobody logs in either. */}
      {activating && (
        <Suspense fallback={null}>
          <ActivationDialog onClose={() => setActivating(false)} />
        </Suspense>
      )}
      {registering && (
        <Suspense fallback={null}>
          <Registration opener={opener} onClose={() => setRegistering(false)} />
        </Suspense>
      )}
    </AuthPage>
  );
}
