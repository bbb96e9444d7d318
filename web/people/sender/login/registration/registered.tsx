import { useEffect, useRef } from 'react';
import { sendActivationMail } from '#shared/access.ts';
import { alerts } from '#web/lib/alerts.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { useCountdown } from '#web/lib/countdown.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './registered.module.css';

/** Wait before the mail can be sent again (D1 §9). */
const RESEND_WAIT_SECONDS = 20;

interface RegisteredProps {
  email: string;
  onAgain: () => void;
  onLogin: () => void;
}

/** Confirms a registration and offers to resend the activation mail (D1 §2). */
export function Registered({ email, onAgain, onLogin }: RegisteredProps) {
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
