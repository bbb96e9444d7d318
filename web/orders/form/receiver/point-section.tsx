import { useCallback, useEffect } from 'react';
import { findPickupPoints } from '#shared/orders/pickup-points.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { doubtNote } from '#web/kit/form/field/doubt-note.tsx';
import { FormGrid } from '#web/kit/ui/layout/layouts.tsx';
import type { OrderForm } from '#web/orders/form/order-form.ts';
import { fieldLabel } from '#web/orders/form/order-labels.ts';
import { PasteContact } from '#web/orders/paste-contact/paste-contact.tsx';
import { ADDRESS_LABELS } from '#web/orders/place/address-labels.ts';
import { ObservationsField } from '#web/orders/place/observations-field.tsx';
import { PointCards } from '#web/orders/place/point-cards.tsx';
import { useAddressZip } from '#web/orders/place/use-address-zip.ts';
import { useNearPoints } from '#web/orders/place/use-near-points.ts';
import { ZipField } from '#web/orders/place/zip-field.tsx';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import { RECEIVER_ADDRESS } from './receiver-address.ts';
import type { OrderPoint } from './use-order-point.ts';

interface PointSectionProps {
  form: OrderForm;
  point: OrderPoint;
}

/** Postal code of the receiver and choice of a pickup point near it. Of the rest of the address, only the observations are asked for. */
export default function PointSection({ form, point: { onFound } }: PointSectionProps) {
  const { rhf } = form;
  const refused = usePermissionReason('orders');
  const zip = useAddressZip(form, RECEIVER_ADDRESS);
  const { error, id, onBlur } = form.field(RECEIVER_ADDRESS.zip_code);
  const field = form.field('pickup_point_code');
  const code = rhf.watch('pickup_point_code') ?? '';
  const near = useNearPoints(refused ? null : zip.typed);
  const chosen = near.points?.find((point) => point.code === code);
  useEffect(() => {
    if (chosen) onFound(chosen);
  }, [chosen, onFound]);
  // The gateway refused the chosen point: a closed one leaves the list.
  const isRefused = code !== '' && field.error !== undefined;
  useEffect(() => {
    if (isRefused) void invalidateApiQueries(findPickupPoints);
  }, [isRefused]);
  // A point that isn't on the page any more must not stay chosen.
  const drop = () => {
    if (code !== '') rhf.setValue('pickup_point_code', '', { shouldDirty: true });
  };
  const pick = useCallback(
    (code: string) => rhf.setValue('pickup_point_code', code, { shouldDirty: true, shouldValidate: code !== '' }),
    [rhf],
  );
  return (
    <div className="stack">
      <FormGrid>
        <PasteContact form={form} address="receiver.address." labelOf={fieldLabel} />
        <ZipField
          // Until a postal code is typed there are no points, so the error summary links to this field.
          id={near.zip === null ? field.id : id}
          name={RECEIVER_ADDRESS.zip_code}
          label={ADDRESS_LABELS.zip_code}
          error={error ?? (near.zip === null ? field.error : undefined)}
          hint={doubtNote(form, RECEIVER_ADDRESS.zip_code) ?? 'El de quien retira'}
          aria-required
          text={zip.typed}
          onTextChange={(typed) => {
            drop();
            zip.type(typed);
          }}
          onPick={(place) => {
            if (place.zip_code !== zip.typed) drop();
            zip.pick(place);
          }}
          onBlur={(event) => {
            zip.completeOnBlur();
            onBlur(event);
          }}
          lookup={zip.lookup}
          city={zip.city}
        />
      </FormGrid>
      <PointCards id={field.id} name={field.name} near={near} code={code} onPick={pick} error={field.error} />
      <FormGrid>
        <ObservationsField form={form} name={RECEIVER_ADDRESS.other_info} />
      </FormGrid>
    </div>
  );
}
