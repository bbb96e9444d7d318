import { useRef, useState } from 'react';
import { addDays, localDay } from '#shared/kit/days.ts';
import { formatDate } from '#shared/kit/text/format.ts';
import {
  type ClientTariff,
  endClientTariff,
  listClientTariffs,
  type StaffTariff,
} from '#shared/money/staff-tariffs.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { FormDialog } from '#web/kit/form/form-dialog.tsx';
import { alerts } from '#web/kit/lib/alerts.ts';
import { DateInput } from '#web/kit/ui/field/date-input.tsx';
import { Field } from '#web/kit/ui/field/field.tsx';
import { ExamplePrices } from './example-prices.tsx';
import { versionAfter, versionOn } from './on-day.ts';
import { draftOf } from './tariff-draft.ts';

interface GeneralTariffDialogProps {
  client: { client_id: number; nombre_empresa: string };
  /** The client's own versions, and the general ones, latest first. */
  own: readonly ClientTariff[];
  general: readonly StaffTariff[];
  onClose: () => void;
}

/** Returns a client to the general tariff from a day on, and says before what changes. */
export function GeneralTariffDialog({ client, own, general, onClose }: GeneralTariffDialogProps) {
  const { send, pending } = useApiMutation(endClientTariff);
  const formRef = useRef<HTMLFormElement>(null);
  const today = localDay(new Date());
  const [day, setDay] = useState<string>(addDays(today, 1));
  const [error, setError] = useState<string | null>(null);
  const before = versionOn(own, day)?.tariff;
  const after = versionOn(general, day);
  const next = versionAfter(own, day);
  const nothing = versionOn(own, day) ? 'Ese día ya usa la tarifa general.' : 'Ese día no tiene una tarifa propia.';
  const changes = before && after;
  const save = async () => {
    try {
      const { message } = await send({ params: { clientId: String(client.client_id) }, body: { valid_from: day } });
      alerts.success(message);
      onClose();
      await invalidateApiQueries(listClientTariffs);
    } catch (failure) {
      const { errors, message } = asApiError(failure);
      setError(errors[0]?.message ?? message);
      formRef.current?.querySelector('input')?.focus();
    }
  };
  return (
    <FormDialog
      title={`${client.nombre_empresa} vuelve a la tarifa general`}
      formRef={formRef}
      dirty={day !== addDays(today, 1)}
      onSubmit={() => void save()}
      pending={pending}
      refused={changes ? null : nothing}
      onClose={onClose}
      saveText="Volver a la general"
      size="lg"
      className="stack"
    >
      <Field id="general-from" label="Desde el día" error={error}>
        <DateInput value={day} onChange={setDay} min={today} />
      </Field>
      {changes ? (
        <>
          <p>
            Desde el {formatDate(day)} sus cotizaciones y órdenes nuevas usan la tarifa general Nro. {after.id}. Las
            órdenes que ya existen conservan su precio.
          </p>
          {next?.tariff && <p>Desde el {formatDate(next.valid_from)} vuelve a regir una tarifa propia.</p>}
          <ExamplePrices before={draftOf(before, day)} draft={draftOf(after, day)} />
        </>
      ) : (
        <p>{nothing}</p>
      )}
    </FormDialog>
  );
}
