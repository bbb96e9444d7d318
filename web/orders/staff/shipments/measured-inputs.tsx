import * as z from 'zod/mini';
import { packageText } from '#shared/kit/text/format.ts';
import { measuredEvent, type measuredFields } from '#shared/orders/staff-measured-fields.ts';
import type { StaffShipmentHistory } from '#shared/orders/staff-shipments.ts';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import type { Form } from '#web/kit/form/forms.ts';
import styles from './shipments.module.css';

/** Weight and size as they are typed. */
export type MeasuredTexts = Record<keyof typeof measuredFields, string>;

export const NOT_MEASURED: MeasuredTexts = { weight: '', length: '', width: '', height: '' };

/** Returns the texts of a measurement, to correct it. */
export const measuredTexts = (measured: Partial<Record<keyof MeasuredTexts, number | null>> | null): MeasuredTexts => ({
  weight: String(measured?.weight ?? ''),
  length: String(measured?.length ?? ''),
  width: String(measured?.width ?? ''),
  height: String(measured?.height ?? ''),
});

/** Whether an event of a state may have a measurement. */
export const isMeasurable = (state: string): boolean => state === 'controlado';

/** Returns the measurement of an event to send, if it has one. */
export const measurementOf = ({ weight, length, width, height }: MeasuredTexts, state: string) =>
  isMeasurable(state) && weight.trim() !== '' ? { weight, length, width, height } : {};

/** Returns what is wrong with a typed measurement, by field. */
export function measuredErrors({ weight, length, width, height, state }: MeasuredTexts & { state: string }) {
  if (!isMeasurable(state)) return [];
  const { error } = z.safeParse(measuredEvent, { state, weight, length, width, height });
  return (error?.issues ?? []).map(({ path, message }) => ({ field: String(path[0]), message }));
}

interface MeasuredInputsProps {
  // biome-ignore lint/suspicious/noExplicitAny: the forms differ in their other fields, which aren't used
  form: Form<any, any>;
  shipment: StaffShipmentHistory;
}

/** Fields of a shipment's measurement, beside the declared values. */
export function MeasuredInputs({ form, shipment }: MeasuredInputsProps) {
  return (
    <fieldset className={styles.measured}>
      <legend>Peso y medidas (opcional)</legend>
      <p className="muted">Declarado: {packageText(shipment)}. Podés cargar sólo el peso.</p>
      <TextField form={form} name="weight" label="Peso (g)" inputMode="numeric" />
      <TextField form={form} name="length" label="Largo (cm)" inputMode="numeric" />
      <TextField form={form} name="width" label="Ancho (cm)" inputMode="numeric" />
      <TextField form={form} name="height" label="Alto (cm)" inputMode="numeric" />
    </fieldset>
  );
}
