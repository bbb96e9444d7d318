import { lazy, Suspense, useEffect, useId, useMemo, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { MAX_SHIPMENTS } from '#shared/orders/new-order.ts';
import { LazyDialog } from '#web/kit/app/lazy-dialog.tsx';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormErrorSummary } from '#web/kit/form/form-error-summary.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { UnsavedChangesDialog } from '#web/kit/form/unsaved-changes-dialog.tsx';
import { useDraft } from '#web/kit/form/use-draft.ts';
import { lazyWithPreload } from '#web/kit/lib/lazy-with-preload.ts';
import { FormGrid, FormLayout, FormSection } from '#web/kit/ui/layout/layouts.tsx';
import { cachedZip } from '#web/orders/place/cached-zips.ts';
import { zipProvinceErrors } from '#web/orders/place/zip-province-check.ts';
import { useCatalogue } from '#web/orders/product/use-catalogue.ts';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import { goOnByEnter } from './go-on-by-enter.ts';
import { OrderFooter } from './order-footer.tsx';
import { focusField, type OrderField, type OrderForm } from './order-form.ts';
import type { OrderKind } from './order-kind.ts';
import { fieldLabel, ORDER_LABELS } from './order-labels.ts';
import { type OrderSchema, orderSchema } from './order-schema.ts';
import { OrderSummary } from './order-summary.tsx';
import { emptyShipment, type OrderValues } from './order-values.ts';
import { choosesPoint } from './receiver/chooses-point.ts';
import { DeliveryModeField, type OfferedMode } from './receiver/delivery-mode-field.tsx';
import { MissingAddress } from './receiver/missing-address.tsx';
import { ModeNote } from './receiver/mode-note.tsx';
import { RECEIVER_ADDRESS } from './receiver/receiver-address.ts';
import { CollectionSection, DeliverySections } from './receiver/sections.tsx';
import { useOrderPoint } from './receiver/use-order-point.ts';
import { ShipmentsSection } from './shipments/shipments-section.tsx';
import { useOrderEstimate } from './shipments/use-order-estimate.ts';
import { useOrderShortcuts } from './use-order-shortcuts.ts';
import { type AfterSave, useSaveOrder } from './use-save-order.ts';

const DraftNote = lazy(() => import('./copy/draft-note.tsx'));
const DoubtsDialog = lazyWithPreload(() => import('./copy/doubts-dialog.tsx'));

export interface OrderEditorProps {
  kind: OrderKind;
  /** The modes to choose from; without them the order keeps its initial mode. */
  modes?: readonly OfferedMode[];
  /** Initial values of the form. */
  start: OrderValues;
  /** Name under which drafts are stored. */
  draftKey: string;
  /** Called with the delivery mode of each saved order. */
  onSaved?: (mode: number) => void;
}

/** Fields of the client's own order number and the sender's name. */
function OrderDataFields({ form }: { form: OrderForm }) {
  return (
    <FormGrid>
      <TextField
        form={form}
        name="order_id"
        label={ORDER_LABELS.order_id}
        hint="El número con el que la conocés en tu negocio"
        autoComplete="off"
        span={6}
      />
      <TextField
        form={form}
        name="sender_name"
        label={ORDER_LABELS.sender_name}
        optional
        autoComplete="organization"
        span={6}
      />
    </FormGrid>
  );
}

/** Phones and tablets, where a focused field opens a keyboard over the page. */
const TOUCH = '(pointer: coarse)';

const OPEN_DIALOG = ':is([role=dialog], [role=alertdialog]):not([data-state=closed])';

/**
 * Focuses the field that a form begins with, once it is rendered and without scrolling. Takes the focus only from the page and its
 * heading, which a navigation focuses: neither from a dialog nor from what a person already reached.
 */
function useFirstField(form: OrderForm, name: OrderField): void {
  const { id } = form.field(name);
  useEffect(() => {
    if (window.matchMedia(TOUCH).matches) return;
    const frame = requestAnimationFrame(() => {
      const { activeElement } = document;
      const isFree = !activeElement || activeElement.matches('body, h1');
      if (isFree && !document.querySelector(OPEN_DIALOG)) document.getElementById(id)?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [id]);
}

/** Editor of an order: sections, summary on the right, buttons at the bottom. */
export function OrderEditor({ kind, modes, start, draftKey, onSaved }: OrderEditorProps) {
  const navigate = useNavigate();
  const formId = useId();
  const catalogue = useCatalogue();
  const { byId } = catalogue;
  const cuits = useCapability('cuitDocuments') !== false;
  const points = useCapability('pickupPoints') === true;
  const schema = useMemo(() => orderSchema(() => byId, kind, { cuits, points }), [byId, kind, cuits, points]);
  const form = useForm<OrderValues, OrderSchema>(schema, {
    defaults: start,
    check: ({ delivery_mode, receiver: { address } }) =>
      choosesPoint(delivery_mode, points)
        ? []
        : zipProvinceErrors(address, cachedZip(address.zip_code), RECEIVER_ADDRESS),
  });
  const { rhf, formRef, dirty } = form;
  const shipments = useFieldArray({ control: rhf.control, name: 'shipments' });
  const point = useOrderPoint(form);
  const estimate = useOrderEstimate(form, schema, byId, point);
  const draft = useDraft(form, draftKey, 'una orden');
  const [savedAndLeaving, setSavedAndLeaving] = useState(false);
  const [saves, setSaves] = useState(0);

  const { save, saving, question } = useSaveOrder(form, (afterSave: AfterSave, mode: number) => {
    onSaved?.(mode);
    if (afterSave === 'leave') {
      draft.done();
      setSavedAndLeaving(true);
      return;
    }
    rhf.reset({ ...start, delivery_mode: String(mode) });
    setSaves(saves + 1);
    // After the reset, because the reset counts as a change and would write a draft.
    draft.done();
    window.scrollTo(0, 0);
    focusField(form, 'order_id');
  });
  // The mode above it is already chosen.
  useFirstField(form, 'order_id');
  // In an effect, after the guard of unsaved changes has been removed.
  useEffect(() => {
    if (savedAndLeaving) void navigate(kind.list);
  }, [savedAndLeaving, navigate, kind]);

  const refused = usePermissionReason('orders');
  const blocked = refused ?? (kind.requiresChange && !dirty && 'Todavía no completaste nada');
  const saveUnlessBlocked = (afterSave: AfterSave) => {
    if (!blocked) save(afterSave);
  };

  function addShipment() {
    const index = rhf.getValues('shipments').length;
    if (index >= MAX_SHIPMENTS) return;
    shipments.append(emptyShipment(), { shouldFocus: false });
    focusField(form, `shipments.${index}.length`);
  }
  useOrderShortcuts({
    save: () => saveUnlessBlocked('leave'),
    saveAndStartAnother: () => saveUnlessBlocked(kind.another ? 'another' : 'leave'),
    addShipment,
    addItem() {
      const cards = [...(formRef.current?.querySelectorAll<HTMLElement>('[data-shipment]') ?? [])];
      const card = cards.find((element) => element.contains(document.activeElement)) ?? cards.at(-1);
      card?.querySelector<HTMLElement>('[data-add-item]')?.click();
    },
  });

  return (
    <>
      <FormLayout summary={<OrderSummary form={form} estimate={estimate} />}>
        <form
          ref={formRef}
          id={formId}
          aria-label="Nueva Orden"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            saveUnlessBlocked('leave');
          }}
          onKeyDownCapture={goOnByEnter}
        >
          <MissingAddress />
          {draft.offer && (
            <Suspense fallback={null}>
              <DraftNote offer={draft.offer} />
            </Suspense>
          )}
          <FormErrorSummary form={form} labelOf={fieldLabel} />
          {modes && (
            <FormSection title={ORDER_LABELS.delivery_mode}>
              <DeliveryModeField form={form} modes={modes} />
              <ModeNote form={form} reverse={kind.reverse} />
            </FormSection>
          )}
          <FormSection title="Datos de la Orden">
            <OrderDataFields form={form} />
          </FormSection>
          {/* A new key drops notes about the saved order, whose undo would write into the next one. */}
          {kind.reverse ? (
            <CollectionSection key={saves} form={form} />
          ) : (
            <DeliverySections key={saves} form={form} point={point} />
          )}
          <FormSection title="Envíos">
            <ShipmentsSection form={form} catalogue={catalogue} shipments={shipments} onAdd={addShipment} />
          </FormSection>
        </form>
      </FormLayout>
      <OrderFooter
        kind={kind}
        form={form}
        formId={formId}
        estimate={estimate}
        saving={saving}
        blocked={blocked}
        draftSavedAt={draft.savedAt}
        onAnother={() => saveUnlessBlocked('another')}
      />
      {question && (
        <LazyDialog onFailure={() => question.answer(false)}>
          <DoubtsDialog question={question} />
        </LazyDialog>
      )}
      <UnsavedChangesDialog
        unsaved={dirty && !savedAndLeaving}
        title="Todavía no guardaste esta orden"
        draftNote="Lo que escribiste queda como borrador en este navegador por 24 horas, salvo que cierres la sesión. Al volver a este formulario vas a poder retomarlo."
      />
    </>
  );
}
