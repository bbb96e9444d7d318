import { useCallback, useState } from 'react';
import { listLocalities, localities, type OperatorLocality, removeLocality } from '#shared/provider/staff-zip-codes.ts';
import { ExportResource, ResourceFilters, ResourceTable, useResource } from '#web/console/resource-list.tsx';
import { runAndRefetch } from '#web/console/run-and-refetch.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import styles from '#web/provider/staff/settings/settings.module.css';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Plus } from '#web/ui/icons.ts';
import { LocalityDialog } from './locality-dialog.tsx';
import { LocalityFile } from './locality-file.tsx';

/** The localities with their postal codes. */
export function ZipCodesSection({ me }: { me: Me }) {
  const view = useResource(localities);
  const remove = useApiMutation(removeLocality);
  const [removed, setRemoved] = useState<OperatorLocality | null>(null);
  const [adding, setAdding] = useState<'one' | 'file' | null>(null);
  const refused = refusalOf(me, 'points');
  const removeButton = useCallback(
    (locality: OperatorLocality) => (
      <Button
        size="sm"
        aria-label={`Quitar ${nameOf(locality)}`}
        disabledReason={refused}
        onClick={() => setRemoved(locality)}
      >
        Quitar
      </Button>
    ),
    [refused],
  );
  return (
    <>
      <div className={styles.bar}>
        <ResourceFilters view={view} />
        <span className={styles.buttons}>
          <Button variant="primary" icon={<Plus />} disabledReason={refused} onClick={() => setAdding('one')}>
            Nueva localidad
          </Button>
          <Button disabledReason={refused} onClick={() => setAdding('file')}>
            Cargar CSV
          </Button>
          <ExportResource view={view} />
        </span>
      </div>
      <p role="status" className="muted">
        {view.count ?? '\u00a0'}
      </p>
      <ResourceTable
        view={view}
        name="city"
        actions={removeButton}
        none={{
          title: 'Todavía no hay localidades',
          text: refused ?? 'Cargá la lista con Cargar CSV, o agregalas una por una con Nueva localidad.',
        }}
        unmatched={{ title: 'Ninguna localidad coincide', text: 'Cambiá la búsqueda, o agregá la localidad.' }}
      />
      {adding === 'one' && <LocalityDialog onClose={() => setAdding(null)} />}
      {adding === 'file' && <LocalityFile onClose={() => setAdding(null)} />}
      <ConfirmDialog
        open={removed !== null}
        onOpenChange={() => setRemoved(null)}
        title={removed ? `¿Quitar ${nameOf(removed)}?` : ''}
        message="Las órdenes y los domicilios conservan su código postal. Si era la última localidad del código, el código sale de la lista."
        confirmText="Quitar"
        danger
        onConfirm={() => removed && runAndRefetch(() => remove.send({ body: removed }), listLocalities)}
      />
    </>
  );
}

const nameOf = ({ zip_code, city }: OperatorLocality) => `${city} (${zip_code})`;
