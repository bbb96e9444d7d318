import { formatDate } from '#shared/format.ts';
import { type Holiday, listHolidays, readHolidayEffect, removeHoliday } from '#shared/ops/holidays.ts';
import { alerts } from '#web/lib/alerts.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { invalidateApiQueries } from '#web/lib/queries.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { HolidayEffect } from './holiday-effect.tsx';

/** Confirms the removal of an entered day; shows first how many promised days move back. */
export function RemoveHoliday({ holiday: { date, name, works }, onClose }: { holiday: Holiday; onClose: () => void }) {
  const { send } = useApiMutation(removeHoliday);
  const remove = async () => {
    try {
      alerts.success((await send({ params: { date } })).message);
    } catch (error) {
      alerts.danger(asApiError(error).message);
    }
    await invalidateApiQueries(listHolidays, readHolidayEffect);
  };
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
      onConfirm={remove}
    >
      <HolidayEffect date={date} />
    </ConfirmDialog>
  );
}
