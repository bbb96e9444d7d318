import type { Day } from '#shared/days.ts';
import { formatDate } from '#shared/format.ts';
import { holidayProblem } from '#shared/provider/rules/holiday.ts';
import type { Holiday } from '#shared/provider/staff-holidays.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';

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
export function HolidayTable({ holidays, today, refused, onRemove, onWork }: HolidayTableProps) {
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
