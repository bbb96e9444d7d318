import { useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useClientSession } from '#web/lib/session-store.ts';
import { useSettings, useSettingsReady } from '#web/lib/settings.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { PaymentVerification } from './payment-verification.tsx';
import { resultTexts } from './result-texts.ts';

/**
 * The dialog on the way back from the payment provider (D1 §2): its texts follow the address, what the server knows stands
 * under them where the gateway tells it (readings S6). Closing it removes the query string.
 */
export default function PaymentResult() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { prepaid } = useClientSession();
  const { strict } = useSettings();
  const ready = useSettingsReady();
  const safe = useRef<HTMLButtonElement>(null);
  const { title, tone, heading, text, kind } = resultTexts(params.get('collection_status') ?? '');
  const close = () => void navigate(paths.orders, { replace: true });
  const goToPayments = async () => {
    // First out of the address: "back" must not open the dialog again.
    await navigate(paths.orders, { replace: true });
    await navigate(paths.payments);
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title={title}
      tone={tone}
      initialFocus={safe}
      hideClose
      footer={
        <>
          <Button ref={safe} variant={kind === 'later' ? 'secondary' : 'primary'} onClick={close}>
            {kind === 'error' ? 'Aceptar' : 'Cerrar'}
          </Button>
          {kind === 'later' && (
            <Button variant="primary" onClick={() => void goToPayments()}>
              Ir a pagos
            </Button>
          )}
        </>
      }
    >
      {heading && <p className={tone === 'success' ? 'strong success-text' : 'strong'}>{heading}</p>}
      <p>{text}</p>
      {prepaid && ready && !strict && <PaymentVerification params={params} />}
    </Dialog>
  );
}
