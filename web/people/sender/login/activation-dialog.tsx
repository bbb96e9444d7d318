import { Dialog } from '#web/kit/ui/overlay/dialog.tsx';
import { ActivationMail } from '#web/people/activation-mail.tsx';

/** Resends the activation mail from the login page. */
export default function ActivationDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Email de activación"
      description="Escribí el email con el que te registraste y te enviamos otro enlace para activar tu cuenta."
    >
      <ActivationMail />
    </Dialog>
  );
}
