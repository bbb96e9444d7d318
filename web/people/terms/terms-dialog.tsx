import { useState } from 'react';
import { newestTerms } from '#shared/people/access.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { latestTerms } from '#web/kit/call/latest-terms.ts';
import { invalidateApiQueries, useApiQuery } from '#web/kit/call/queries.ts';
import { acceptShownTerms } from '#web/kit/call/session.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { history } from '#web/kit/lib/history.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Spinner } from '#web/kit/ui/display/spinner.tsx';
import { Checkbox } from '#web/kit/ui/field/choice.tsx';
import { Dialog } from '#web/kit/ui/overlay/dialog.tsx';
import { paths } from '#web/paths.ts';
import styles from './terms.module.css';
import { TermsText } from './terms-text.tsx';

interface TermsDialogProps {
  /** Closes the dialog of terms that don't bind yet. Without it the dialog stays until the user accepts or logs out. */
  onClose?: () => void;
}

/** Shows the newest terms for acceptance. Blocks the portal if they bind (D1 §2, readings C56). */
export default function TermsDialog({ onClose }: TermsDialogProps) {
  const { data, isPending, refetch } = useApiQuery(newestTerms, {}, { staleTime: 0 });
  const terms = latestTerms(data?.results);
  const [accepted, setAccepted] = useState(false);
  const [sending, setSending] = useState(false);

  async function accept() {
    if (!terms) return;
    setSending(true);
    try {
      await acceptShownTerms(Number(terms.id));
      alerts.success('Términos y condiciones aceptados');
      onClose?.();
    } catch (error) {
      const failure = asApiError(error);
      alerts.failure(error, failure.message);
      setSending(false);
      // Newer terms were published meanwhile: the user must read those.
      if (failure.status === 404) {
        setAccepted(false);
        await invalidateApiQueries(newestTerms);
      }
    }
  }

  return (
    <Dialog
      open
      locked={!onClose}
      onOpenChange={(open) => !open && onClose?.()}
      title="Términos y Condiciones de Transporte"
      size="lg"
      footer={
        <>
          {onClose ? (
            <Button onClick={onClose}>Ahora no</Button>
          ) : (
            <Button onClick={() => history.force(paths.logout)}>Cerrar Sesión</Button>
          )}
          <Button
            variant="primary"
            disabledReason={!(accepted && terms) && 'Leé los términos y tildá la casilla para aceptarlos'}
            busy={sending}
            onClick={accept}
          >
            Acepto los terminos y condiciones
          </Button>
        </>
      }
    >
      {terms && <TermsText html={String(terms.text ?? '')} />}
      {!terms && (
        <div className={styles.wait}>
          {isPending ? (
            <Spinner label="Buscando los términos…" />
          ) : (
            <>
              <p>No se pudieron cargar los términos.</p>
              <Button onClick={() => void refetch()}>Reintentar</Button>
            </>
          )}
        </div>
      )}
      <div className={styles.accept}>
        <Checkbox
          label="He leido y acepto los términos y condiciones."
          checked={accepted}
          disabled={!terms}
          onChange={(event) => setAccepted(event.target.checked)}
        />
      </div>
    </Dialog>
  );
}
