import { useRef, useState } from 'react';
import type { Day } from '#shared/kit/days.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { requestReschedule } from '#shared/orders/reschedules.ts';
import {
  lastRescheduleDay,
  MAX_RESCHEDULE_NOTE,
  RESCHEDULE_DAYS,
  rescheduleDateProblem,
} from '#shared/orders/rules/due/reschedule.ts';
import { readShipment } from '#shared/orders/shipments.ts';
import { currentUser } from '#shared/people/account.ts';
import { addWorkingDays, type Calendar } from '#shared/provider/rules/working-days.ts';
import type { ActionDialogProps } from '#web/kit/app/use-action-dialog.tsx';
import { asApiError } from '#web/kit/call/api-error.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries, useApiQuery } from '#web/kit/call/queries.ts';
import { FormDialog } from '#web/kit/form/form-dialog.tsx';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { DateInput } from '#web/kit/ui/field/date-input.tsx';
import { Field } from '#web/kit/ui/field/field.tsx';
import { TextInput } from '#web/kit/ui/field/text-input.tsx';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';

/** A shipment of which another day of delivery is asked for. */
interface Rescheduled {
  label: string;
  /** The server's day, because the browser's clock may be wrong; null if it isn't known: then only the server refuses days. */
  today: Day | null;
}

/** Asks for another day of delivery of a shipment. */
export default function RescheduleDialog({ action, open, onOpenChange }: ActionDialogProps<Rescheduled>) {
  return open && <RescheduleForm {...action} onClose={() => onOpenChange(false)} />;
}

/** Five minutes: a change event makes it stale at once. */
const STALE_TIME_MS = 5 * MINUTE_MS;

/** Returns the provider's calendar from today on; the national one until it is known, and before a gateway without it. */
function useCalendar(): Calendar {
  const { data } = useApiQuery(currentUser, {}, { staleTime: STALE_TIME_MS });
  return new Map(data?.results.calendar?.map(({ date, works }) => [date, works]));
}

function RescheduleForm({ label, today, onClose }: Rescheduled & { onClose: () => void }) {
  const { send, pending } = useApiMutation(requestReschedule);
  const formRef = useRef<HTMLFormElement>(null);
  const calendar = useCalendar();
  const days = today === null ? null : { min: addWorkingDays(today, 1, calendar), max: lastRescheduleDay(today) };
  const [date, setDate] = useState(days?.min ?? '');
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const save = async () => {
    const problem = today === null ? null : rescheduleDateProblem(date, today, calendar);
    setError(problem ?? undefined);
    setFailure(null);
    if (problem) return formRef.current?.querySelector('input')?.focus();
    try {
      const { message } = await send({ params: { id: label }, body: { date, note } });
      alerts.success('Reprogramación pedida', message);
      void invalidateApiQueries(readOrder, readShipment);
      onClose();
    } catch (caught) {
      const { sessionEnded, message, errors } = asApiError(caught);
      if (sessionEnded) return;
      setError(errors.find(({ field }) => field === 'date')?.message);
      setFailure(message);
    }
  };
  return (
    <FormDialog
      title={`Reprogramar el envío ${label}`}
      saveText="Pedir reprogramación"
      formRef={formRef}
      dirty={note !== '' || date !== (days?.min ?? '')}
      onSubmit={() => void save()}
      refused={usePermissionReason('orders')}
      pending={pending}
      onClose={onClose}
      className="stack"
    >
      {failure && (
        <Note tone="bad" role="alert">
          {failure}
        </Note>
      )}
      <Field
        id="reschedule-date"
        label="Día de entrega"
        error={error}
        hint={`Un día hábil de los próximos ${RESCHEDULE_DAYS} días. Lo decide el proveedor.`}
      >
        <DateInput value={date} onChange={setDate} {...days} />
      </Field>
      <Field id="reschedule-note" label="Nota para el proveedor" optional hint="Por ejemplo: después de las 18.">
        <TextInput value={note} maxLength={MAX_RESCHEDULE_NOTE} onChange={({ target }) => setNote(target.value)} />
      </Field>
    </FormDialog>
  );
}
