import { formatDate } from '#shared/format.ts';
import { type Holiday, listHolidays, readHolidayEffect, removeHoliday } from '#shared/provider/staff-holidays.ts';
import { runAndRefetch } from '#web/console/run-and-refetch.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { HolidayEffect } from './effect.tsx';

/** Confirms the removal of an entered day; shows first how many promised days move back. */
export function RemoveHoliday({ holiday: { date, name, works }, onClose }: { holiday: Holiday; onClose: () => void }) {
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
