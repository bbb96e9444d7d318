import { useState } from 'react';
import { newestTerms } from '#shared/access.ts';
import { alerts } from '#web/lib/alerts.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { history } from '#web/lib/history.ts';
import { latestTerms } from '#web/lib/latest-terms.ts';
import { invalidateApiQueries, useApiQuery } from '#web/lib/queries.ts';
import { acceptShownTerms } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
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
