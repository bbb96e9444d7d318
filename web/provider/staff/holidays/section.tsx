import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { addDays, type Day } from '#shared/days.ts';
import { type Holiday, listHolidays } from '#shared/provider/staff-holidays.ts';
import { NotLoaded } from '#web/console/not-loaded.tsx';
import { useApiQuery } from '#web/lib/queries.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { sectionPath } from '#web/provider/staff/settings/settings-paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Plus } from '#web/ui/icons.ts';
import { Note } from '#web/ui/note.tsx';
import { QuickViews } from '#web/ui/quick-views.tsx';
import { AddHoliday } from './add-holiday.tsx';
import { HolidayTable } from './holiday-table.tsx';
import styles from './holidays.module.css';
import { RemoveHoliday } from './remove-holiday.tsx';

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
