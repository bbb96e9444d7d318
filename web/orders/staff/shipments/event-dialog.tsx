import { useState } from 'react';
import * as z from 'zod/mini';
import { text } from '#shared/kit/fields.ts';
import { isTimeRefusal } from '#shared/orders/rules/shipment/event-position.ts';
import type { ShipmentStateCode } from '#shared/orders/rules/shipment/shipment-states.ts';
import { recordEvents } from '#shared/orders/staff-events.ts';
import { measuredFields } from '#shared/orders/staff-measured-fields.ts';
import type { StaffShipmentHistory } from '#shared/orders/staff-shipments.ts';
import { ApiError } from '#web/kit/call/api-error.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { SelectField } from '#web/kit/form/field/select-field.tsx';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormDialog } from '#web/kit/form/form-dialog.tsx';
import { FormSubmitError } from '#web/kit/form/form-submit-error.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { eventRefusal, fittingStates } from './event-rule.ts';
import { useFinalStateQuestion } from './final-state-question.tsx';
import { momentInput, momentWire } from './local-moment.ts';
import { isMeasurable, MeasuredInputs, measuredErrors, measurementOf, NOT_MEASURED } from './measured-inputs.tsx';

const MOMENT = 'Escribí el día y la hora';

const eventForm = z.object({
  state: text({}),
  at: text({ required: MOMENT, check: (value) => (momentWire(value) ? null : MOMENT) }),
  reason: text({ max: [200] }),
  ...measuredFields,
});

interface EventDialogProps {
  shipment: StaffShipmentHistory;
  onClose: () => void;
  onChanged: () => void;
}

/** Adds an event by hand. Offers the states that fit at its time, and names the rule's refusal before sending. */
export function EventDialog({ shipment, onClose, onChanged }: EventDialogProps) {
  // One id for all attempts, so that an event whose answer got lost isn't recorded twice.
  const [eventId] = useState(() => `consola-${crypto.randomUUID()}`);
  const { send, pending } = useApiMutation(recordEvents);
  const [now] = useState(Date.now);
  // Stands for each state, where all are refused for the same reason.
  const anyState = shipment.state_code ?? 'retirado';
  const form = useForm(eventForm, {
    defaults: { state: '', at: momentInput(now), reason: '', ...NOT_MEASURED },
    check: ({ state, at, ...typed }) => {
      const refusal = refusalOf(state || anyState, at);
      if (refusal && isTimeRefusal(refusal)) return [{ field: 'at', message: refusal }];
      if (state === '') {
        const message = statesAt(at).length === 0 && refusal ? refusal : 'Elegí un estado';
        return [{ field: 'state', message }];
      }
      return refusal ? [{ field: 'state', message: refusal }] : measuredErrors({ ...typed, state });
    },
    related: { at: 'state' },
  });
  const [chosen, at] = form.rhf.watch(['state', 'at']);
  const states = statesAt(at);
  // A chosen state stays among the options while another time is typed.
  const options = states.map(({ code, label }) => ({ value: code as string, label }));
  const refusal = refusalOf(chosen || anyState, at);

  function refusalOf(code: string, moment: string): string | null {
    const ms = Date.parse(momentWire(moment) ?? '');
    if (Number.isNaN(ms)) return null;
    return eventRefusal(shipment, { code: code as ShipmentStateCode, at: ms, by: 'provider' });
  }
  /** Returns the states that fit at a time; those that fit now while the time itself is wrong, so that one can be chosen already. */
  function statesAt(moment: string) {
    const refused = refusalOf(anyState, moment);
    const isWrong = momentWire(moment) === null || (refused !== null && isTimeRefusal(refused));
    return fittingStates(shipment, { at: isWrong ? now : Date.parse(momentWire(moment) ?? ''), by: 'provider' });
  }
  const question = useFinalStateQuestion(shipment, form.formRef);
  const add = form.submit(async ({ state, reason }, values) => {
    if (!(await question.ask(state))) return;
    const identity = { event_id: eventId, shipment_id: shipment.shipment_id };
    const event = { ...identity, state, at: momentWire(values.at), reason, ...measurementOf(values, state) };
    try {
      const { results } = await send({ body: { events: [event] } });
      const [outcome] = results;
      if (outcome?.result === 'refused') {
        const message = outcome.reason ?? 'El evento fue rechazado';
        throw new ApiError({
          status: 422,
          message,
          errors: [{ field: isTimeRefusal(message) ? 'at' : 'state', message }],
        });
      }
      alerts.success(
        outcome?.result === 'repeated' ? 'El evento ya estaba registrado' : 'El evento se registró',
        outcome?.reason ?? undefined,
      );
      onChanged();
      onClose();
    } catch (error) {
      showFormError(form, error, { title: ({ firstMessage }) => [firstMessage], focus: 'state' });
    }
  });
  return (
    <>
      <FormDialog
        title="Agregar evento"
        formRef={form.formRef}
        dirty={form.dirty}
        onSubmit={add}
        pending={pending}
        refused={null}
        onClose={onClose}
        saveText="Agregar"
        className="stack"
      >
        <FormSubmitError submitError={form.submitError} />
        <TextField form={form} name="at" label="Cuándo pasó" type="datetime-local" hint="Hora de Argentina." />
        {states.length === 0 && refusal && !isTimeRefusal(refusal) && !form.errorOf('state') && (
          <Note tone="warn">{refusal}</Note>
        )}
        <SelectField form={form} name="state" label="Estado" options={options} placeholder="Elegí un estado" />
        {isMeasurable(chosen) && <MeasuredInputs form={form} shipment={shipment} />}
        <TextField form={form} name="reason" label="Motivo" optional hint="El cliente lo lee." />
      </FormDialog>
      {question.dialog}
    </>
  );
}
