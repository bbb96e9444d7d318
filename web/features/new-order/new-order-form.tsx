import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { money } from '#shared/format.ts';
import { MAX_SHIPMENTS } from '#shared/orders.ts';
import { useForm } from '#web/lib/forms.ts';
import { useClientSession } from '#web/lib/session-store.ts';
import { useDraft } from '#web/lib/use-draft.ts';
import { AddressFields } from '#web/parts/address-fields/address-fields.tsx';
import { DraftNote } from '#web/parts/form/draft-note.tsx';
import { FormProblems } from '#web/parts/form/form-problems.tsx';
import { LeaveDialog } from '#web/parts/form/leave-dialog.tsx';
import { DeliveryModeField, type OfferedMode } from '#web/parts/order-form/delivery-mode-field.tsx';
import { OrderDataFields } from '#web/parts/order-form/order-data-fields.tsx';
import { focusField } from '#web/parts/order-form/order-form.ts';
import { fieldLabel, ORDER_LABELS } from '#web/parts/order-form/order-labels.ts';
import { type OrderSchema, orderSchema } from '#web/parts/order-form/order-schema.ts';
import { MissingData, OrderSummary } from '#web/parts/order-form/order-summary.tsx';
import { emptyShipment, type OrderValues } from '#web/parts/order-form/order-values.ts';
import { RECEIVER_ADDRESS } from '#web/parts/order-form/receiver-address.ts';
import { ReceiverFields } from '#web/parts/order-form/receiver-fields.tsx';
import { ShipmentsSection } from '#web/parts/order-form/shipments-section.tsx';
import { useOrderOutlook } from '#web/parts/order-form/use-order-outlook.ts';
import { useCatalogue } from '#web/parts/product-picker/use-catalogue.ts';
import { paths } from '#web/paths.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { FormFooter, FormGrid, FormLayout, FormSection } from '#web/ui/layouts.tsx';
import { Note } from '#web/ui/note.tsx';
import { ModeNote } from './mode-note.tsx';
import styles from './new-order.module.css';
import { rememberMode } from './offered-modes.ts';
import { useOrderKeys } from './use-order-keys.ts';
import { type Then, useSaveOrder } from './use-save-order.ts';

interface NewOrderFormProps {
  modes: readonly OfferedMode[];
  /** What the form begins with. */
  start: OrderValues;
  /** Under which what is typed is kept. */
  draftKey: string;
  /** Parcels of another order come back: the mode is locked, the document optional, and no order follows (readings C6, C7). */
  reverse?: boolean;
}

/** The order as it is written: sections, summary at the right, buttons at the foot. */
export function NewOrderForm({ modes, start, draftKey, reverse = false }: NewOrderFormProps) {
  const { username } = useClientSession();
  const navigate = useNavigate();
  const formId = useId();
  const catalogue = useCatalogue();
  const products = useRef(catalogue.byId);
  products.current = catalogue.byId;
  const schema = useMemo(() => orderSchema(() => products.current, reverse), [reverse]);
  const form = useForm<OrderValues, OrderSchema>(schema, { defaults: start });
  const { rhf } = form;
  const shipments = useFieldArray({ control: rhf.control, name: 'shipments' });
  const outlook = useOrderOutlook(form, schema, catalogue.byId);
  const draft = useDraft(form, draftKey, 'una orden');
  const [leaving, setLeaving] = useState(false);

  const { save, saving, refused } = useSaveOrder(form, (then: Then, mode: number) => {
    if (!reverse) rememberMode(String(mode), username);
    if (then === 'leave') {
      draft.done();
      setLeaving(true);
      return;
    }
    rhf.reset({ ...start, delivery_mode: String(mode) });
    // After the reset, which is a change like any other to those who follow the form.
    draft.done();
    window.scrollTo(0, 0);
    focusField(form, 'order_id');
  });
  // In an effect: by then nothing asks any more whether to leave.
  useEffect(() => {
    if (leaving) void navigate(paths.orders);
  }, [leaving, navigate]);

  function addShipment() {
    const place = rhf.getValues('shipments').length;
    if (place >= MAX_SHIPMENTS) return;
    shipments.append(emptyShipment(), { shouldFocus: false });
    focusField(form, `shipments.${place}.length`);
  }
  useOrderKeys({
    save: () => save('leave'),
    saveAndStartAnother: () => save(reverse ? 'leave' : 'another'),
    addShipment,
    addItem() {
      const cards = [...(form.formRef.current?.querySelectorAll<HTMLElement>('[data-shipment]') ?? [])];
      const card = cards.find((element) => element.contains(document.activeElement)) ?? cards.at(-1);
      card?.querySelector<HTMLElement>('[data-add-item]')?.click();
    },
  });

  const wait = saving !== null && 'Esperá a que termine';
  return (
    <>
      <FormLayout summary={<OrderSummary form={form} outlook={outlook} />}>
        <form
          ref={form.formRef}
          id={formId}
          aria-label="Nueva Orden"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save('leave');
          }}
          onKeyDown={(event) => {
            // Enter in a field with suggestions picks one, or does nothing; it never sends the order.
            const { target } = event;
            if (event.key === 'Enter' && target instanceof HTMLElement && target.role === 'combobox')
              event.preventDefault();
          }}
        >
          <DraftNote offer={draft.offer} />
          <FormProblems form={form} labelOf={fieldLabel} />
          {refused.map(({ field, message }) => (
            <Note key={`${field} ${message}`} tone="bad">
              {field === '' ? message : `${fieldLabel(field)}: ${message}`}
            </Note>
          ))}
          <FormSection title={ORDER_LABELS.delivery_mode}>
            <DeliveryModeField form={form} modes={modes} />
            <ModeNote form={form} reverse={reverse} />
          </FormSection>
          <FormSection title="Datos de la orden">
            <OrderDataFields form={form} />
          </FormSection>
          <FormSection title={reverse ? 'Domicilio de retiro' : 'Domicilio de entrega'}>
            <FormGrid>
              <AddressFields form={form} names={RECEIVER_ADDRESS} />
            </FormGrid>
          </FormSection>
          <FormSection title={reverse ? 'Datos de retiro' : 'Datos del destinatario'}>
            <ReceiverFields form={form} />
          </FormSection>
          <FormSection title="Envíos">
            <ShipmentsSection form={form} catalogue={catalogue} shipments={shipments} onAdd={addShipment} />
          </FormSection>
        </form>
      </FormLayout>
      <FormFooter
        back={
          <LinkButton to={paths.orders} variant="quiet" className={classNames(styles.back, 'desk-only')}>
            Volver
          </LinkButton>
        }
        live={
          <>
            <span className="desk-only">
              {form.dirty && draft.savedAt && `Borrador guardado a las ${draft.savedAt}`}
            </span>
            <span className={classNames(styles.live, 'phone-only')}>
              {outlook.costWhole ? 'Costo de Envío' : 'Por ahora'} <b className="num">{money(outlook.cost)}</b>
              <MissingData form={form} outlook={outlook} short />
            </span>
          </>
        }
      >
        {!reverse && (
          <Button
            busy={saving === 'another'}
            disabledReason={saving === 'leave' && wait}
            onClick={() => save('another')}
            title="Ctrl Shift Enter"
          >
            Generar Nueva Orden
          </Button>
        )}
        <Button
          type="submit"
          form={formId}
          variant="primary"
          kbd="Ctrl Enter"
          busy={saving === 'leave'}
          disabledReason={saving === 'another' && wait}
        >
          Guardar
        </Button>
      </FormFooter>
      <LeaveDialog unsaved={form.dirty && !leaving} title="Vas a perder los cambios de esta orden" />
    </>
  );
}
