import { useRef, useState } from 'react';
import type { Day } from '#shared/days.ts';
import { holidayProblem, isNationalHoliday, lastHoliday } from '#shared/provider/rules/holiday.ts';
import { addHoliday, listHolidays, MAX_HOLIDAY_NAME, readHolidayEffect } from '#shared/provider/staff-holidays.ts';
import { alerts } from '#web/lib/alerts.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { invalidateApiQueries } from '#web/lib/queries.ts';
import { FormDialog } from '#web/parts/form/form-dialog.tsx';
import { DateInput } from '#web/ui/date-input.tsx';
import { Field } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { HolidayEffect } from './effect.tsx';

interface AddHolidayProps {
  /** The day that the dialog begins with. */
  date: Day | null;
  today: Day;
  onClose: () => void;
}

/** Enters a day: closed or, of a national holiday, worked. Tells before how many promised days move. A refused form keeps what was typed. */
export function AddHoliday({ date: given, today, onClose }: AddHolidayProps) {
  const { send, pending } = useApiMutation(addHoliday);
  const formRef = useRef<HTMLFormElement>(null);
  const [date, setDate] = useState(given ?? '');
  const [name, setName] = useState('');
  const [errors, setErrors] = useState<Record<string, string | undefined>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const problem = holidayProblem(date, today);
  const show = (found: Record<string, string | undefined>) => {
    setErrors(found);
    const first = found.date !== undefined ? 'date' : 'name';
    formRef.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };
  const save = async () => {
    setFailure(null);
    const nameProblem = name.trim() === '' ? 'Escribí el nombre del día' : undefined;
    if (problem || nameProblem) return show({ date: problem ?? undefined, name: nameProblem });
    setErrors({});
    try {
      const { message } = await send({ body: { date, name, works: isNationalHoliday(date) } });
      alerts.success(message);
      onClose();
      await invalidateApiQueries(listHolidays, readHolidayEffect);
    } catch (caught) {
      const { message, errors: found } = asApiError(caught);
      if (found.length > 0) show(Object.fromEntries(found.map((one) => [one.field, one.message])));
      else setFailure(message);
    }
  };
  return (
    <FormDialog
      title="Agregar día"
      formRef={formRef}
      dirty={name !== '' || date !== (given ?? '')}
      onSubmit={() => void save()}
      pending={pending}
      refused={null}
      onClose={onClose}
      className="stack"
    >
      {failure && (
        <Note tone="bad" role="alert">
          {failure}
        </Note>
      )}
      <Field id="holiday-date" label="Día" error={errors.date} hint="De lunes a viernes, a partir de mañana.">
        <DateInput name="date" value={date} onChange={setDate} min={today} max={lastHoliday(today)} />
      </Field>
      <Field id="holiday-name" label="Nombre" error={errors.name} hint="Por ejemplo: puente de la Inmaculada.">
        <TextInput
          name="name"
          value={name}
          maxLength={MAX_HOLIDAY_NAME}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      {problem === null && <HolidayEffect date={date} />}
    </FormDialog>
  );
}
