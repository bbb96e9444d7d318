import type { Day } from '#shared/kit/days.ts';
import { pluralize } from '#shared/kit/text/format.ts';
import { readHolidayEffect } from '#shared/provider/staff-holidays.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { Note } from '#web/kit/ui/display/note.tsx';

/** Tells before a day changes what changes with it: how many promised days move. */
export function HolidayEffect({ date }: { date: Day }) {
  const { data, error } = useApiQuery(readHolidayEffect, { params: { date } }, { staleTime: 0 });
  if (error) return <Note tone="bad">No pudimos contar los envíos: {error.message}</Note>;
  if (!data) return <Note role="status">Contando los envíos que se mueven…</Note>;
  const { change, national, moved } = data.results;
  const text =
    moved === 0
      ? 'No se mueve la fecha de ningún envío.'
      : `Se mueve la fecha de ${pluralize(moved, 'envío', 'envíos')}. La primera promesa queda como estaba.`;
  const holiday =
    change === 'work' ? `Es feriado nacional (${national}): va a contar como día en que se trabaja. ` : '';
  return (
    <Note role="status">
      {holiday}
      {text}
    </Note>
  );
}
