import { Button } from '#web/kit/ui/button.tsx';
import { RefreshCw } from '#web/kit/ui/display/icons.ts';
import { Dialog } from '#web/kit/ui/overlay/dialog.tsx';

/** Replaces the dialog of the terms if its code couldn't be fetched. Goes away once another tab accepts them. */
export function TermsNotLoaded() {
  return (
    <Dialog
      open
      locked
      onOpenChange={() => undefined}
      title="Términos y Condiciones de Transporte"
      description="No se pudieron cargar. Aceptalos en otra pestaña y volvé a esta: lo que escribiste sigue acá. Si recargás la página, se pierde."
    >
      <Button wide icon={<RefreshCw />} onClick={() => window.location.reload()}>
        Recargar la página
      </Button>
    </Dialog>
  );
}
