import { expect, test } from 'vitest';
import { requiredFields } from './required-fields.ts';

test('fields that refuse an empty text are required, in each row of a list', () => {
  const defaults = { name: 'Ana', floor: '1', active: true, shipments: [{ weight: '1', note: '' }] };
  const isRequired = requiredFields(defaults, (values) => [
    ...(values.name === '' ? [{ field: 'name', message: 'Falta' }] : []),
    ...values.shipments.flatMap(({ weight }, row) =>
      weight === '' ? [{ field: `shipments.${row}.weight`, message: 'Falta' }] : [],
    ),
  ]);
  expect(['name', 'floor', 'active', 'shipments.3.weight', 'shipments.3.note'].filter(isRequired)).toEqual([
    'name',
    'shipments.3.weight',
  ]);
});
