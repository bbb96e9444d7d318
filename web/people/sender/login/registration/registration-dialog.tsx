import { type RefObject, useRef, useState } from 'react';
import { Dialog } from '#web/ui/dialog.tsx';
import { Registered } from './registered.tsx';
import { RegistrationForm } from './registration-form.tsx';
import { registrationState, resetRegistration } from './registration-state.ts';

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
