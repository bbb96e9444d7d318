import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { addDays, type Day } from '#shared/kit/days.ts';
import { formatDate } from '#shared/kit/text/format.ts';
import { holidayProblem, isNationalHoliday, lastHoliday } from '#shared/provider/rules/holiday.ts';
import {
  addHoliday,
  type Holiday,
  listHolidays,
  MAX_HOLIDAY_NAME,
  readHolidayEffect,
  removeHoliday,
} from '#shared/provider/staff-holidays.ts';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { runAndRefetch } from '#web/console/kit/run-and-refetch.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries, useApiQuery } from '#web/kit/call/queries.ts';
import { FormDialog } from '#web/kit/form/form-dialog.tsx';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Badge } from '#web/kit/ui/display/badge.tsx';
import { Plus } from '#web/kit/ui/display/icons.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { DateInput } from '#web/kit/ui/field/date-input.tsx';
import { Field } from '#web/kit/ui/field/field.tsx';
import { TextInput } from '#web/kit/ui/field/text-input.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { QuickViews } from '#web/kit/ui/overlay/quick-views.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { sectionPath } from '#web/provider/staff/settings/settings-paths.ts';
import { HolidayEffect } from './holiday-effect.tsx';
import styles from './holidays.module.css';

interface AddHolidayProps {
  /** The day that the dialog begins with. */
  date: Day | null;
  today: Day;
  onClose: () => void;
}

/** Enters a day: closed or, of a national holiday, worked. Tells before how many promised days move. A refused form keeps what was typed. */
function AddHoliday({ date: given, today, onClose }: AddHolidayProps) {
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

const weekday = new Intl.DateTimeFormat('es-AR', { weekday: 'long', timeZone: 'UTC' });

/** Returns a day with its weekday: 'lunes 07/12/2026'. */
const namedDay = (day: Day) => `${weekday.format(new Date(`${day}T00:00:00Z`))} ${formatDate(day)}`;

interface HolidayTableProps {
  holidays: readonly Holiday[];
  /** The server's day. */
  today: Day;
  /** Why the person may not change days. */
  refused: string | null;
  onRemove: (holiday: Holiday) => void;
  /** Enters a national holiday as one on which the provider works. */
  onWork: (holiday: Holiday) => void;
}

/** Holidays by day. Own ones are marked and can be removed while they haven't come. */
function HolidayTable({ holidays, today, refused, onRemove, onWork }: HolidayTableProps) {
  return (
    <StaticTable<Holiday>
      caption="Feriados"
      cards
      rows={[...holidays]}
      rowKey={({ date }) => date}
      columns={[
        { header: 'Día', cell: ({ date }) => namedDay(date) },
        {
          header: 'Nombre',
          cell: ({ name, national, own }) => (
            <span>
              {name}
              {own && national && <span className="row-line">{national}</span>}
            </span>
          ),
        },
        { header: 'Origen', cell: ({ own }) => (own ? <b>Cargado por vos</b> : 'Nacional') },
        {
          header: 'Ese día',
          cell: ({ works }) => (
            <Badge colour={works ? 'verde' : 'gris'}>{works ? 'Se trabaja' : 'No se trabaja'}</Badge>
          ),
        },
        {
          header: 'Acciones',
          right: true,
          cell: (holiday) => {
            const { date, own, removable } = holiday;
            if (removable) {
              return (
                <Button
                  size="sm"
                  aria-label={`Quitar el ${formatDate(date)}`}
                  disabledReason={refused}
                  onClick={() => onRemove(holiday)}
                >
                  Quitar
                </Button>
              );
            }
            if (own || holidayProblem(date, today)) return null;
            return (
              <Button
                size="sm"
                aria-label={`Trabajar el ${formatDate(date)}`}
                disabledReason={refused}
                onClick={() => onWork(holiday)}
              >
                Trabajar
              </Button>
            );
          },
        },
      ]}
    />
  );
}

/** Confirms the removal of an entered day; shows first how many promised days move back. */
function RemoveHoliday({ holiday: { date, name, works }, onClose }: { holiday: Holiday; onClose: () => void }) {
  const { send } = useApiMutation(removeHoliday);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`¿Quitar ${name}?`}
      message={`El ${formatDate(date)} ${works ? 'vuelve a ser feriado: no se trabaja' : 'vuelve a ser un día en que se trabaja'}.`}
      confirmText="Quitar"
      danger
      onConfirm={() => runAndRefetch(() => send({ params: { date } }), listHolidays, readHolidayEffect)}
    >
      <HolidayEffect date={date} />
    </ConfirmDialog>
  );
}

/** `/consola/configuracion/feriados`: the holidays of a year, national and own ones. The year is in the address. */
export function HolidaysSection({ me }: { me: Me }) {
  const [params] = useSearchParams();
  const wanted = Number(params.get('anio'));
  const query = wanted >= 2020 && wanted <= 2099 ? { year: wanted } : {};
  const { data, error, refetch } = useApiQuery(listHolidays, { query }, { keepPrevious: true });
  const [adding, setAdding] = useState<{ date: Day | null } | null>(null);
  const [removed, setRemoved] = useState<Holiday | null>(null);
  const refused = refusalOf(me, 'setup');
  if (!data) return <NotLoaded error={error} onRetry={() => void refetch()} lines={8} />;
  const { results, year, today } = data;
  const thisYear = Number(today.slice(0, 4));
  const years = [-1, 0, 1, 2].map((ahead) => ({
    to: `${sectionPath('feriados')}?anio=${thisYear + ahead}`,
    label: String(thisYear + ahead),
    current: thisYear + ahead === year,
  }));
  return (
    <div className="stack">
      <p className="muted">
        Los feriados nacionales ya cuentan como días en que no se retira ni se entrega. Acá agregás los tuyos: puentes,
        feriados provinciales, o feriados nacionales en que sí trabajás.
      </p>
      <div className={styles.bar}>
        <QuickViews label="Año" views={years} />
        <Button
          variant="primary"
          icon={<Plus />}
          disabledReason={refused}
          onClick={() => setAdding({ date: year > thisYear ? `${year}-01-01` : addDays(today, 1) })}
        >
          Agregar día
        </Button>
      </div>
      {refused && <Note>{refused}</Note>}
      <HolidayTable
        holidays={results}
        today={today}
        refused={refused}
        onRemove={setRemoved}
        onWork={({ date }) => setAdding({ date })}
      />
      {adding && <AddHoliday date={adding.date} today={today} onClose={() => setAdding(null)} />}
      {removed && <RemoveHoliday holiday={removed} onClose={() => setRemoved(null)} />}
    </div>
  );
}
