import { lazy, useState } from 'react';
import { listSenderAddresses, type SenderAddress } from '#shared/people/account.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { LazyDialog } from '#web/parts/error-boundary/lazy-dialog.tsx';
import { usePermissionReason } from '#web/parts/user/use-permission-reason.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx';
import { Plus } from '#web/ui/icons.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AddressRow } from './address-row.tsx';
import styles from './addresses.module.css';

const AddressDialog = lazy(() => import('./address-dialog.tsx'));

/** Direcciones de colecta: the addresses where parcels are collected. New orders use the main address. */
export function AddressesPanel() {
  const answer = useApiQuery(listSenderAddresses);
  const refused = usePermissionReason('company');
  const [editing, setEditing] = useState<SenderAddress | 'new' | null>(null);
  const addresses = answer.data?.results;

  return (
    <Panel
      title="Direcciones de colecta"
      action={
        <Button
          size="sm"
          icon={<Plus />}
          disabledReason={refused}
          aria-haspopup="dialog"
          onClick={() => setEditing('new')}
        >
          Agregar dirección
        </Button>
      }
    >
      {addresses ? (
        addresses.length === 0 ? (
          <EmptyState title="No hay resultados disponibles" />
        ) : (
          <ul className={styles.list}>
            {addresses.map((address) => (
              <AddressRow key={address.id} address={address} onEdit={() => setEditing(address)} />
            ))}
          </ul>
        )
      ) : answer.isPending ? (
        <Skeleton lines={5} label="Cargando las direcciones" />
      ) : (
        <ErrorState onRetry={() => void answer.refetch()} />
      )}
      {editing && (
        <LazyDialog onFailure={() => setEditing(null)}>
          <AddressDialog {...(editing !== 'new' && { address: editing })} onClose={() => setEditing(null)} />
        </LazyDialog>
      )}
    </Panel>
  );
}
