import { useState } from 'react';
import * as z from 'zod/mini';
import { text } from '#shared/kit/fields.ts';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import { parseWireDate } from '#shared/kit/wire-date.ts';
import { correctEvent } from '#shared/orders/staff-events.ts';
import { measuredFields } from '#shared/orders/staff-measured-fields.ts';
import type { StaffShipmentHistory } from '#shared/orders/staff-shipments.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { SelectField } from '#web/kit/form/field/select-field.tsx';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormDialog } from '#web/kit/form/form-dialog.tsx';
import { FormSubmitError } from '#web/kit/form/form-submit-error.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { fittingStates, type HistoryEvent } from './event-rule.ts';
import { useFinalStateQuestion } from './final-state-question.tsx';
import { isMeasurable, MeasuredInputs, measuredErrors, measuredTexts, measurementOf } from './measured-inputs.tsx';

const correctionForm = z.object({
  state: text({}),
  reason: text({ max: [200] }),
  correction_reason: text({ required: 'Escribí por qué se corrige', max: [200] }),
  ...measuredFields,
});

interface CorrectionDialogProps {
  shipment: StaffShipmentHistory;
  wrong: HistoryEvent;
  onClose: () => void;
  onChanged: () => void;
}

/** Corrects a wrong event: another one supersedes it, at the same time. Both stay in the history (readings C57). */
export function CorrectionDialog({ shipment, wrong, onClose, onChanged }: CorrectionDialogProps) {
  const [eventId] = useState(() => `consola-${crypto.randomUUID()}`);
  const { send, pending } = useApiMutation(correctEvent);
  const form = useForm(correctionForm, {
    defaults: { state: '', reason: '', correction_reason: '', ...measuredTexts(wrong.measured) },
    check: measuredErrors,
  });
  const chosen = form.rhf.watch('state');
  const at = parseWireDate(wrong.at)?.ms ?? 0;
  const states = fittingStates(shipment, { at, by: 'correction', wrong });
  const question = useFinalStateQuestion(shipment, form.formRef);
  const correct = form.submit(async ({ state, reason, correction_reason }, values) => {
    if (!(await question.ask(state))) return;
    const body = {
      state,
      reason,
      correction_reason,
      ...measurementOf(values, state),
      corrects: wrong.event_id ?? '',
      event_id: eventId,
    };
    try {
      alerts.success((await send({ params: { label: shipment.shipment_id }, body })).message);
      onChanged();
      onClose();
    } catch (error) {
      showFormError(form, error, { title: ({ firstMessage }) => [firstMessage], focus: 'state' });
    }
  });
  return (
    <>
      <FormDialog
        title={`Corregir ${wrong.state}`}
        formRef={form.formRef}
        dirty={form.dirty}
        onSubmit={correct}
        pending={pending}
        refused={null}
        onClose={onClose}
        saveText="Corregir"
        className="stack"
      >
        <FormSubmitError submitError={form.submitError} />
        <p className="muted">
          {wrong.state}, {formatTimestamp(wrong.at)}. El evento equivocado queda en el historial, y vale la corrección.
        </p>
        <SelectField
          form={form}
          name="state"
          label="Estado correcto"
          options={states.map(({ code, label }) => ({ value: code, label }))}
          placeholder="El anterior a este evento"
        />
        {isMeasurable(chosen) && <MeasuredInputs form={form} shipment={shipment} />}
        <TextField form={form} name="reason" label="Motivo" optional hint="El cliente lo lee." />
        <TextField form={form} name="correction_reason" label="Por qué se corrige" hint="Lo lee sólo el personal." />
      </FormDialog>
      {question.dialog}
    </>
  );
}
