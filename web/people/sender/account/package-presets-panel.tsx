import { lazy, useState } from 'react';
import { grams } from '#shared/kit/text/format.ts';
import { listPackagePresets, type PackagePreset, removePackagePreset } from '#shared/orders/product/package-presets.ts';
import { LazyDialog } from '#web/kit/app/lazy-dialog.tsx';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries, useApiQuery } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button, IconButton } from '#web/kit/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/kit/ui/display/empty-state.tsx';
import { Pencil, Plus, Trash2 } from '#web/kit/ui/display/icons.ts';
import { Skeleton } from '#web/kit/ui/display/skeleton.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { sidesText } from '#web/orders/product/preset-measures.ts';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import styles from './addresses.module.css';

const PresetDialog = lazy(() => import('#web/orders/product/preset-dialog.tsx'));

/** Paquetes frecuentes: measures that forms fill in by their name. Hidden before a gateway without the calls. */
export function PackagePresetsPanel() {
  const shown = useCapability('packagePresets');
  const answer = useApiQuery(listPackagePresets);
  const { send } = useApiMutation(removePackagePreset);
  const refused = usePermissionReason('company');
  const [editing, setEditing] = useState<PackagePreset | 'new' | null>(null);
  const [removing, setRemoving] = useState<PackagePreset | null>(null);
  if (!shown) return null;
  const presets = answer.data?.results;

  async function remove({ id }: PackagePreset) {
    try {
      const { message } = await send({ params: { id } });
      alerts.success(message);
    } finally {
      // Also after a failure: another session may have removed the preset.
      void invalidateApiQueries(listPackagePresets);
    }
  }

  return (
    <Panel
      title="Paquetes frecuentes"
      action={
        <Button
          size="sm"
          icon={<Plus />}
          disabledReason={refused}
          aria-haspopup="dialog"
          onClick={() => setEditing('new')}
        >
          Agregar paquete
        </Button>
      }
    >
      {presets ? (
        presets.length === 0 ? (
          <EmptyState
            title="Todavía no tenés paquetes frecuentes"
            text="Guardá las medidas que más usás, y elegilas por su nombre al crear una orden"
          />
        ) : (
          <ul className={styles.list}>
            {presets.map((preset) => (
              <li key={preset.id} className={styles.row}>
                <div>
                  <p className={styles.street}>
                    <span className="strong">{preset.name}</span>
                  </p>
                  <p className="muted tabular-nums">
                    {sidesText(preset)} · {grams(preset.weight)}
                  </p>
                </div>
                <span className={styles.actions}>
                  <IconButton
                    size="sm"
                    title="Editar"
                    label={`Editar ${preset.name}`}
                    icon={<Pencil />}
                    disabledReason={refused}
                    aria-haspopup="dialog"
                    onClick={() => setEditing(preset)}
                  />
                  <IconButton
                    size="sm"
                    title="Quitar"
                    label={`Quitar ${preset.name}`}
                    icon={<Trash2 />}
                    disabledReason={refused}
                    aria-haspopup="dialog"
                    onClick={() => setRemoving(preset)}
                  />
                </span>
              </li>
            ))}
          </ul>
        )
      ) : answer.isPending ? (
        <Skeleton lines={3} label="Cargando los paquetes frecuentes" />
      ) : (
        <ErrorState onRetry={() => void answer.refetch()} />
      )}
      {editing && (
        <LazyDialog onFailure={() => setEditing(null)}>
          <PresetDialog {...(editing !== 'new' && { preset: editing })} onClose={() => setEditing(null)} />
        </LazyDialog>
      )}
      {removing && (
        <ConfirmDialog
          open
          danger
          onOpenChange={(open) => !open && setRemoving(null)}
          title={`¿Quitar el paquete frecuente ${removing.name}?`}
          message="Las órdenes que ya lo usaron no cambian."
          confirmText="Quitar"
          failureText="No pudimos quitarlo. Probá de nuevo en unos minutos"
          onConfirm={() => remove(removing)}
        />
      )}
    </Panel>
  );
}
