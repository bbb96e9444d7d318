import { integer } from '#shared/kit/fields.ts';

const side = (name: string, stop: string) =>
  integer({
    required: `El ${name} es obligatorio${stop}`,
    unit: 'centimetres',
    min: [1, 'El mínimo debe ser 1'],
    max: [9999, 'Debe ser menor o igual a 9999'],
  });

/**
 * Fields for the sides of a package. The message for a missing side ends with `stop`: D2 §5 writes a full stop, D1 §5
 * none (readings C45).
 */
export const packageSides = (stop: '' | '.') => ({
  length: side('largo', stop),
  width: side('ancho', stop),
  height: side('alto', stop),
});
