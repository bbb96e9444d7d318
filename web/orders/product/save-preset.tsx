import { lazy, useState } from 'react';
import { LazyDialog } from '#web/kit/app/lazy-dialog.tsx';
import { Button } from '#web/kit/ui/button.tsx';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import type { Measures } from './measures.ts';

const PresetDialog = lazy(() => import('./preset-dialog.tsx'));

/** Button that saves typed measures as a package preset, after a question for its name. */
export default function SavePreset({ measures }: { measures: () => Measures }) {
  const [saved, setSaved] = useState<Measures | null>(null);
  const refused = usePermissionReason('company');
  return (
    <>
      <Button size="sm" disabledReason={refused} aria-haspopup="dialog" onClick={() => setSaved(measures())}>
        Agregar a paquetes frecuentes
      </Button>
      {saved && (
        <LazyDialog onFailure={() => setSaved(null)}>
          <PresetDialog measures={saved} onClose={() => setSaved(null)} />
        </LazyDialog>
      )}
    </>
  );
}
