import { expect, test } from 'vitest';
import { type NextStepInput, nextStep } from './next-step.ts';

const order = (changes: Partial<NextStepInput> = {}): NextStepInput => ({
  stateName: 'Registrado',
  payable: false,
  canGenerateMerchantOrder: false,
  printable: true,
  printed: false,
  labelOutdated: false,
  canRequestEdit: true,
  shipments: [{ label: 'A-1', state: 'Registrado', reason: '' }],
  ...changes,
});

test('A prepaid order first waits for its payment', () => {
  const unpaid = order({ payable: true, canGenerateMerchantOrder: true, printable: false });
  expect(nextStep(unpaid)?.what).toBe('Falta pagar para imprimir.');
  expect(nextStep({ ...unpaid, canGenerateMerchantOrder: false })?.what).toBe('Hay un pago en curso.');
});

test('Labels that were never printed come next, and then the collection', () => {
  expect(nextStep(order())?.what).toBe('Faltan imprimir las etiquetas.');
  expect(nextStep(order({ printed: true }))?.what).toBe('Las etiquetas ya están impresas.');
});

test('Labels that were printed before the order changed are to be printed again', () => {
  expect(nextStep(order({ labelOutdated: true }))).toEqual({
    what: 'Las etiquetas impresas quedaron desactualizadas.',
    advice: 'Descartalas y reimprimilas.',
  });
});

test('A shipment that could not be delivered goes before labels, and says why', () => {
  const shipments = [
    { label: 'A-1', state: 'Registrado', reason: '' },
    { label: 'A-2', state: 'NO ENTREGADO', reason: 'Destinatario ausente' },
  ];
  expect(nextStep(order({ shipments }))?.what).toBe('El envío A-2 no se entregó: destinatario ausente.');
});

test.each([
  ['Rechazado por Destinatario', '', 'El envío A-1 figura como Rechazado por Destinatario.'],
  ['No Retirado', 'Falta documentación', 'El envío A-1 no se pudo retirar: falta documentación.'],
  ['No Retirado: falta documentación', 'Otros', 'El envío A-1 figura como No Retirado: falta documentación.'],
  ['DEMORADO', 'Corte de ruta', 'El envío A-1 está demorado: corte de ruta.'],
  ['En Revisión', '', 'El envío A-1 está en revisión.'],
])('A shipment in %s because of %j is told in one sentence with at most one colon', (state, reason, what) => {
  expect(nextStep(order({ shipments: [{ label: 'A-1', state, reason }] }))).toEqual({ what });
});

test('An address to correct leads to the edit, where it may be made', () => {
  const shipments = [{ label: 'A-1', state: 'Dirección a Corregir', reason: 'Falta la altura' }];
  const what = 'El envío A-1 necesita una dirección corregida: falta la altura.';
  expect(nextStep(order({ shipments }))).toEqual({ what, advice: 'Corregila con Editar.' });
  expect(nextStep(order({ shipments, canRequestEdit: false }))).toEqual({ what });
});

test('A lost parcel is told, behind trouble that can still be mended', () => {
  const lost = { label: 'A-1', state: 'Extraviado', reason: 'Extravío total' };
  const late = { label: 'A-2', state: 'Demorado', reason: '' };
  expect(nextStep(order({ shipments: [lost], printable: false }))).toEqual({
    what: 'El envío A-1 se extravió: extravío total.',
    advice: 'Comunicate con soporte.',
  });
  expect(nextStep(order({ shipments: [lost, late] }))?.what).toBe('El envío A-2 está demorado.');
});

test('An expired order says so, and what to do instead', () => {
  const expired = order({ stateName: 'Expirado', printable: false });
  expect(nextStep(expired)).toEqual({
    what: 'La orden expiró sin que la despacháramos.',
    advice: 'Para enviarla, creá una orden nueva.',
  });
});

test('A parcel on its way asks for nothing', () => {
  const shipments = [{ label: 'A-1', state: 'En Tránsito', reason: '' }];
  expect(nextStep(order({ shipments, printed: true }))).toBeNull();
});

test('A cancelled order and one without shipments say so', () => {
  expect(nextStep(order({ stateName: 'CANCELADO' }))?.what).toBe('La orden está cancelada.');
  expect(nextStep(order({ shipments: [] }))?.what).toBe('La orden no tiene envíos.');
});
