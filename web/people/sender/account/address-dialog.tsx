import { useState } from 'react';
import {
  createSenderAddress,
  listSenderAddresses,
  type SenderAddress,
  senderAddressForm,
  updateSenderAddress,
} from '#shared/people/account.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { FormDialog } from '#web/kit/form/form-dialog.tsx';
import { FormErrorSummary } from '#web/kit/form/form-error-summary.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Checkbox } from '#web/kit/ui/field/choice.tsx';
import { FormGrid } from '#web/kit/ui/layout/layouts.tsx';
import { AddressFields } from '#web/orders/place/address-fields.tsx';
import { cachedZip } from '#web/orders/place/cached-zips.ts';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import styles from './account.module.css';
import { ADDRESS_NAMES, addressLabel, addressValues, addressZipProvinceErrors } from './address-form.ts';

interface AddressDialogProps {
  /** The address to edit; without it, the dialog creates a new address. */
  address?: SenderAddress;
  onClose: () => void;
}

/** Adds or changes a collection address (readings C44). */
export default function AddressDialog({ address, onClose }: AddressDialogProps) {
  const create = useApiMutation(createSenderAddress);
  const update = useApiMutation(updateSenderAddress);
  const [before] = useState(() => addressValues(address));
  const form = useForm(senderAddressForm, {
    defaults: before,
    keepsStored: true,
    check: (values) => addressZipProvinceErrors(before, values, cachedZip(values.zip_code)),
  });
  const { error: _, ...main } = form.field('main_address');
  const { error: __, ...active } = form.field('active');
  const isMain = address?.main_address ?? false;
  const becomesMain = form.rhf.watch('main_address');

  const save = form.submit(async (parsed) => {
    const body = { ...parsed, active: parsed.active || parsed.main_address };
    try {
      const { message } = address
        ? await update.send({ params: { id: address.id }, body })
        : await create.send({ body });
      alerts.success(message || 'Dirección guardada correctamente');
      void invalidateApiQueries(listSenderAddresses);
      onClose();
    } catch (error) {
      showFormError(form, error, { labelOf: addressLabel });
    }
  });

  return (
    <FormDialog
      title={address ? 'Editar dirección de colecta' : 'Nueva dirección de colecta'}
      size="lg"
      formRef={form.formRef}
      dirty={form.dirty}
      onSubmit={save}
      refused={usePermissionReason('company')}
      pending={create.pending || update.pending}
      onClose={onClose}
      className={styles.form}
    >
      <FormErrorSummary form={form} labelOf={addressLabel} />
      <FormGrid>
        <AddressFields form={form} names={ADDRESS_NAMES} />
      </FormGrid>
      <div className={styles.marks}>
        {isMain ? (
          <Checkbox label="Dirección principal" checked disabled readOnly />
        ) : (
          <Checkbox label="Dirección principal" {...main} />
        )}
        {becomesMain ? <Checkbox label="Activa" checked disabled readOnly /> : <Checkbox label="Activa" {...active} />}
        <p className={styles.aside}>
          {isMain
            ? 'Acá se colectan tus órdenes. Para cambiarlo, elegí primero otra dirección principal.'
            : 'En la principal se colectan tus órdenes nuevas. Siempre hay una, y está activa.'}
        </p>
      </div>
    </FormDialog>
  );
}
