import * as z from 'zod/mini';
import { optionalInteger, text } from '#shared/kit/fields.ts';
import type { Measurement } from './rules/shipment/measurement.ts';
import { parseShipmentState } from './rules/shipment/shipment-states.ts';

const weight = optionalInteger({
  min: [1, 'El peso debe ser mayor que 0'],
  max: [9_999_999, 'El peso es de a lo sumo 9.999.999 gramos'],
  unit: 'grams',
});
const size = (name: string) =>
  optionalInteger({
    min: [1, `${name} debe ser mayor que 0`],
    max: [9999, `${name} es de a lo sumo 9.999 cm`],
    unit: 'centimetres',
  });

/** What the provider measured when it checked a shipment: whole grams and cm. The weight alone, or with all three sizes. */
export const measuredFields = {
  weight,
  length: size('El largo'),
  width: size('El ancho'),
  height: size('El alto'),
};

/** Values of `measuredFields`. */
export type MeasuredFields = Record<keyof typeof measuredFields, number | null>;

/** Refuses measurements with a state other than Controlado, and incomplete ones. */
export const checkMeasured: z.core.CheckFn<MeasuredFields & { state: string }> = ({ value, issues }) => {
  const wrong = (path: string, message: string) => issues.push({ code: 'custom', path: [path], message, input: null });
  const sizes = (['length', 'width', 'height'] as const).filter((name) => value[name] !== null);
  if (value.weight === null && sizes.length === 0) return;
  if (parseShipmentState(value.state).code !== 'controlado')
    wrong('state', 'El peso y las medidas van sólo con el estado Controlado');
  if (value.weight === null) wrong('weight', 'Falta el peso: las medidas van con él');
  if (sizes.length === 1 || sizes.length === 2) wrong('length', 'Completá largo, ancho y alto, o ninguno de los tres');
};

/** A measurement with the state that it belongs to. */
export const measuredEvent = z.object({ state: text({ max: [60] }), ...measuredFields }).check(checkMeasured);

/** Returns the measured values of an event; null for an event without them. */
export const toMeasured = ({ weight, length, width, height }: MeasuredFields): Measurement | null =>
  weight === null ? null : { grams: weight, lengthCm: length, widthCm: width, heightCm: height };
