import { expect, test } from 'vitest';
import { resultTexts } from './result-texts.ts';

test('Each payment status has its own title, heading and text', () => {
  expect(['approved', 'in_process', 'null'].map((status) => Object.values(resultTexts(status)))).toEqual([
    ['Operación Realizada', 'success', 'Pago aprobado', 'El pago ha sido aprobado correctamente', 'done'],
    [
      'Operación en proceso',
      'Pago en proceso',
      'El pago esta siendo procesado, revise más tarde desde la sección de pagos',
      'later',
    ],
    [
      'Operación no realizada',
      'Pago pendiente',
      'El proceso de pago no se ha realizado, por favor revisar el mismo y retomarlo desde la sección de pagos',
      'later',
    ],
  ]);
});

test('A payment by cash ticket that is still unpaid is in process', () => {
  expect(resultTexts('pending')).toBe(resultTexts('in_process'));
});

test.each(['rejected', 'cancelled', '', 'APPROVED', '<b>'])('the payment status %j is shown as an error', (status) => {
  expect(resultTexts(status).title).toBe('Ocurrió un error en el pago');
});
