import { lazy, useState } from 'react';
import { listSenderAddresses, type SenderAddress, updateSenderAddress } from '#shared/people/account.ts';
import { LazyDialog } from '#web/kit/app/lazy-dialog.tsx';
import { asApiError } from '#web/kit/call/api-error.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries, useApiQuery } from '#web/kit/call/queries.ts';
import { fieldErrorLines } from '#web/kit/form/field-error-lines.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button, IconButton } from '#web/kit/ui/button.tsx';
import { Badge } from '#web/kit/ui/display/badge.tsx';
import { EmptyState, ErrorState } from '#web/kit/ui/display/empty-state.tsx';
import { Ban, Check, Ellipsis, Pencil, Plus, Truck } from '#web/kit/ui/display/icons.ts';
import { Skeleton } from '#web/kit/ui/display/skeleton.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { Menu, MenuItem } from '#web/kit/ui/overlay/menu.tsx';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import {
  type AddressValues,
  addressLabel,
  addressValues,
  formatLocality,
  formatStreet,
  formatUnit,
} from './address-form.ts';
import styles from './addresses.module.css';

const AddressDialog = lazy(() => import('./address-dialog.tsx'));

interface AddressRowProps {
  address: SenderAddress;
  onEdit: () => void;
}

/** A collection address with its badges and actions. */
function AddressRow({ address, onEdit }: AddressRowProps) {
  const { send, pending } = useApiMutation(updateSenderAddress);
  const refused = usePermissionReason('company');
  const values = addressValues(address);
  const street = formatStreet(values);
  const inside = formatUnit(values);

  async function mark(marks: Partial<Pick<AddressValues, 'main_address' | 'active'>>) {
    try {
      const { message } = await send({ params: { id: address.id }, body: { ...values, ...marks } });
      alerts.success(message || 'Dirección guardada correctamente');
    } catch (error) {
      const failure = asApiError(error);
      alerts.failure(error, failure.message, undefined, fieldErrorLines(failure, addressLabel));
    }
    // Also after a failure: another session may have changed the address.
    void invalidateApiQueries(listSenderAddresses);
  }

  return (
    <li className={styles.row}>
      <div>
        <p className={styles.street}>
          <span className="strong">{street}</span>
          {inside && <span className="muted">{inside}</span>}
          {values.main_address && <span className={styles.main}>Principal</span>}
          {!values.active && <Badge colour="gris">Inactiva</Badge>}
        </p>
        <p className="muted">{formatLocality(values)}</p>
        {values.other_info && <p className={styles.info}>{values.other_info}</p>}
      </div>
      <span className={styles.actions}>
        <IconButton
          size="sm"
          title="Editar"
          label={`Editar ${street}`}
          icon={<Pencil />}
          disabledReason={refused}
          aria-haspopup="dialog"
          onClick={onEdit}
        />
        <Menu
          trigger={
            <IconButton
              size="sm"
              title="Más acciones"
              label={`Más acciones de ${street}`}
              icon={<Ellipsis />}
              busy={pending}
            />
          }
        >
          {!values.main_address && (
            <MenuItem
              icon={<Truck />}
              disabledReason={refused ?? (!values.active && 'Activala primero')}
              onSelect={() => void mark({ main_address: true })}
            >
              Hacer principal
            </MenuItem>
          )}
          {values.active ? (
            <MenuItem
              icon={<Ban />}
              disabledReason={refused ?? (values.main_address && 'Elegí primero otra dirección principal')}
              onSelect={() => void mark({ active: false })}
            >
              Desactivar
            </MenuItem>
          ) : (
            <MenuItem icon={<Check />} disabledReason={refused} onSelect={() => void mark({ active: true })}>
              Activar
            </MenuItem>
          )}
        </Menu>
      </span>
    </li>
  );
}

/** Direcciones de colecta: the addresses where shipments are collected. New orders use the main address. */
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
