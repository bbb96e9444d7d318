import { type RefObject, useEffect, useRef, useState } from 'react';
import { sendActivationMail } from '#shared/people/access.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { useCountdown } from '#web/kit/lib/countdown.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Dialog } from '#web/kit/ui/overlay/dialog.tsx';
import styles from './registered.module.css';
import { RegistrationForm } from './registration-form.tsx';
import { registrationState, resetRegistration } from './registration-state.ts';

/** Wait before the mail can be sent again (D1 §9). */
const RESEND_WAIT_SECONDS = 20;

interface RegisteredProps {
  email: string;
  onAgain: () => void;
  onLogin: () => void;
}

/** Confirms a registration and offers to resend the activation mail (D1 §2). */
function Registered({ email, onAgain, onLogin }: RegisteredProps) {
  const [left, restart] = useCountdown(RESEND_WAIT_SECONDS);
  const { send, pending } = useApiMutation(sendActivationMail);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);

  async function resend() {
    try {
      const { message } = await send({ body: { email } });
      alerts.settle();
      alerts.success(message || 'Te enviamos el email de nuevo');
      restart();
    } catch (error) {
      const failure = asApiError(error);
      alerts.danger(failure.firstMessage);
      if (failure.retryAfter) restart(failure.retryAfter);
    }
  }

  return (
    <div className={styles.body}>
      <h3 ref={title} className={styles.title} tabIndex={-1} data-first>
        ¡Registro exitoso!
      </h3>
      <p className={styles.text}>Ingrese a su email para verificar su cuenta.</p>
      <Button onClick={resend} disabledReason={left > 0 && 'Esperá unos segundos para pedirlo otra vez'} busy={pending}>
        {left > 0 ? `Podrá Reenviar en ${left}` : 'Reenviar Email'}
      </Button>
      <p className={styles.next}>
        <Button variant="quiet" size="sm" onClick={onAgain}>
          Registrar otra cuenta
        </Button>
        <Button variant="quiet" size="sm" onClick={onLogin}>
          Ir al ingreso
        </Button>
      </p>
    </div>
  );
}

interface RegistrationDialogProps {
  /** The button that receives focus when the dialog closes. */
  opener: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** The registration modal on the login screen (D1 §2): four steps, then what to do next. */
export default function RegistrationDialog({ opener, onClose }: RegistrationDialogProps) {
  const [registered, setRegistered] = useState(registrationState.registered);
  const first = useRef<HTMLElement | null>(null);

  function reset(email: string | null) {
    resetRegistration(email);
    setRegistered(email);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Registro"
      description={registered === null ? 'Cuatro pasos. Podés ir y volver sin perder lo escrito.' : undefined}
      size="md"
      flush
      initialFocus={first}
      finalFocus={opener}
    >
      <div
        ref={(body) => {
          first.current = body?.querySelector('input, select, [data-first]') ?? null;
        }}
      >
        {registered === null ? (
          <RegistrationForm onRegistered={reset} onLogin={onClose} />
        ) : (
          <Registered email={registered} onAgain={() => reset(null)} onLogin={onClose} />
        )}
      </div>
    </Dialog>
  );
}
