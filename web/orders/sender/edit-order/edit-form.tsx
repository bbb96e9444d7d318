import { Suspense, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  type ModificationQuote,
  orderEdit,
  quoteModification,
  requestModification,
} from '#shared/orders/modifications.ts';
import { listOrders, type OrderDetail, readOrder } from '#shared/orders/orders.ts';
import { isCollected } from '#shared/orders/rules/shipment/collection.ts';
import { FINAL_STATES, stateByText } from '#shared/orders/rules/shipment/shipment-states.ts';
import { listShipments, readShipment } from '#shared/orders/shipments.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormErrorSummary } from '#web/kit/form/form-error-summary.tsx';
import { type Form, useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { submitOnCtrlEnter } from '#web/kit/form/submit-shortcut.ts';
import { UnsavedChangesDialog } from '#web/kit/form/unsaved-changes-dialog.tsx';
import { alerts } from '#web/kit/lib/alerts.ts';
import { lazyWithPreload } from '#web/kit/lib/lazy-with-preload.ts';
import { Button, LinkButton } from '#web/kit/ui/button.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Skeleton } from '#web/kit/ui/display/skeleton.tsx';
import { FormFooter, FormGrid, FormLayout, FormSection } from '#web/kit/ui/layout/layouts.tsx';
import { POINT_FIELD } from '#web/orders/order/edited-fields.ts';
import { AddressFields } from '#web/orders/place/address-fields.tsx';
import type { AddressPart } from '#web/orders/place/address-labels.ts';
import { cachedZip } from '#web/orders/place/cached-zips.ts';
import { hasPrintedLabel } from '#web/orders/print/outdated-label.tsx';
import { orderPath } from '#web/paths.ts';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import { editedCoordinates } from './coordinates.ts';
import { EditConfirm } from './edit-confirm.tsx';
import {
  changesBetween,
  EDITED_ADDRESS,
  type EditedField,
  type EditValues,
  editLabel,
  editValues,
  editZipProvinceErrors,
} from './edit-values.ts';

const PointChange = lazyWithPreload(() => import('./point-change.tsx'));

interface ReceiverFieldsProps {
  form: Form<EditValues, typeof orderEdit>;
  /** Returns the original value of a changed field; undefined for an unchanged field. */
  changedFrom: (field: EditedField) => string | undefined;
}

/** Editable fields of the receiver (D1 §3 Edit-order payload). */
function ReceiverFields({ form, changedFrom }: ReceiverFieldsProps) {
  const text = (field: 'receiver_name' | 'email' | 'receiver_phone') => ({
    form,
    name: `receiver.${field}` as const,
    label: editLabel(field),
    changedFrom: changedFrom(field),
    autoComplete: 'off',
  });
  return (
    <FormGrid>
      <TextField {...text('receiver_name')} span={12} />
      <TextField {...text('email')} type="email" inputMode="email" span={6} />
      <TextField {...text('receiver_phone')} type="tel" inputMode="tel" span={6} />
    </FormGrid>
  );
}

/** Edits an order's receiver and address. Marks changed fields and asks for confirmation before saving. */
export function EditForm({ order }: { order: OrderDetail }) {
  const formId = useId();
  const navigate = useNavigate();
  const [receiver] = useState(() => order.shippings?.[0]?.receiver ?? order.receiver ?? {});
  const chosenPoint = order.pickup_point?.chosen ? order.pickup_point : null;
  const [before] = useState(() => editValues(receiver, chosenPoint?.code));
  const form = useForm<EditValues, typeof orderEdit>(orderEdit, {
    defaults: before,
    keepsStored: true,
    check: (values) => editZipProvinceErrors(before, values, cachedZip(values.receiver.address_zip_code)),
  });
  const { formRef, rhf } = form;
  const { send, pending } = useApiMutation(requestModification);
  const quoting = useApiMutation(quoteModification);
  const quotes = useCapability('modificationQuotes') !== false;
  const refused = usePermissionReason('orders');
  const [price, setPrice] = useState<ModificationQuote | null>(null);
  const [confirming, setConfirming] = useState(false);
  const [saved, setSaved] = useState(false);
  const [pointName, setPointName] = useState('');
  const changes = changesBetween(before, rhf.watch()).map((change) =>
    change.field === POINT_FIELD ? { ...change, before: chosenPoint?.name ?? '', after: pointName } : change,
  );
  // Only shipments that haven't ended are changed (readings C51).
  const active = (order.shippings ?? [])
    .map((shipping) => ({ shipping, code: stateByText(shipping.state) }))
    .filter(({ code }) => code === null || !FINAL_STATES.includes(code));
  // Once a shipment is collected, the provider has to approve the change (readings C35).
  const needsApproval = isCollected(active.map(({ code }) => code));
  // A label prints every field except the e-mail.
  const outdatesLabels =
    !needsApproval &&
    changes.some(({ field }) => field !== 'email') &&
    active.some(({ shipping }) => hasPrintedLabel(shipping));
  const detail = orderPath(order.tracking_id);
  // In an effect: by then the form no longer blocks navigation as unsaved.
  useEffect(() => {
    if (saved) void navigate(detail);
  }, [saved, navigate, detail]);

  const changedFrom = (field: EditedField) => changes.find((change) => change.field === field)?.before;

  const request = () => ({
    params: { id: order.tracking_id },
    body: {
      receiver: { ...rhf.getValues().receiver, ...editedCoordinates(receiver, changes) },
      // The gateway then ignores the address.
      ...(chosenPoint && { pickup_point_code: rhf.getValues('pickup_point_code') }),
    },
  });

  async function save() {
    try {
      const { message } = await send(request());
      alerts.success(message);
      void invalidateApiQueries(readOrder, listOrders, listShipments, readShipment);
      setSaved(true);
    } catch (error) {
      showFormError(form, error, { labelOf: editLabel });
    }
  }

  /** Opens the confirmation, with the price of the new address if the gateway quotes it (readings C49). */
  async function confirm() {
    if (refused) return;
    try {
      setPrice(quotes ? (await quoting.send(request())).results : null);
      setConfirming(true);
    } catch (error) {
      showFormError(form, error, { labelOf: editLabel });
    }
  }

  return (
    <>
      <FormLayout>
        <form
          ref={formRef}
          id={formId}
          aria-label="Editar orden"
          noValidate
          onSubmit={form.submit(confirm)}
          onKeyDown={submitOnCtrlEnter}
        >
          {needsApproval && (
            <Note tone="plain">Algún paquete ya fue retirado: vamos a revisar los cambios antes de aplicarlos.</Note>
          )}
          <FormErrorSummary form={form} labelOf={editLabel} />
          <FormSection title="Datos del destinatario">
            <ReceiverFields form={form} changedFrom={changedFrom} />
          </FormSection>
          {chosenPoint ? (
            <FormSection title="Punto de retiro">
              <Suspense fallback={<Skeleton lines={4} />}>
                <PointChange
                  form={form}
                  point={chosenPoint}
                  zip={before.receiver.address_zip_code}
                  onPicked={setPointName}
                />
              </Suspense>
            </FormSection>
          ) : (
            <FormSection title="Domicilio de entrega">
              <FormGrid>
                <AddressFields
                  form={form}
                  names={EDITED_ADDRESS}
                  pasteLabelOf={editLabel}
                  changedFrom={(part: AddressPart) => changedFrom(`address_${part}` as EditedField)}
                />
              </FormGrid>
            </FormSection>
          )}
        </form>
      </FormLayout>
      <FormFooter
        back={
          <LinkButton to={detail} variant="quiet" className="desktop-only">
            Volver
          </LinkButton>
        }
      >
        <Button
          type="submit"
          form={formId}
          variant="primary"
          kbd="Ctrl Enter"
          busy={pending || quoting.pending}
          disabledReason={refused ?? (changes.length === 0 && 'Cambiá algún dato para guardar')}
        >
          Guardar
        </Button>
      </FormFooter>
      <EditConfirm
        open={confirming}
        onOpenChange={setConfirming}
        changes={changes}
        needsApproval={needsApproval}
        outdatesLabels={outdatesLabels}
        price={price}
        onConfirm={save}
      />
      <UnsavedChangesDialog unsaved={changes.length > 0 && !saved} title="Vas a perder los cambios de esta orden" />
    </>
  );
}
