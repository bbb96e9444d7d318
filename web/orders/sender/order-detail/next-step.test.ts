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

test('A prepaid order has to be paid before its labels are printed', () => {
  const unpaid = order({ payable: true, canGenerateMerchantOrder: true, printable: false });
  expect(nextStep(unpaid)?.what).toBe('Falta pagar para imprimir.');
  expect(nextStep({ ...unpaid, canGenerateMerchantOrder: false })?.what).toBe('Hay un pago en curso.');
});

test('An unpaid order that can be printed doesn’t ask for the payment before the labels', () => {
  const both = order({ payable: true, canGenerateMerchantOrder: true });
  expect(nextStep(both)?.what).toBe('Faltan imprimir las etiquetas.');
  expect(nextStep({ ...both, canGenerateMerchantOrder: false })?.what).toBe('Faltan imprimir las etiquetas.');
});

test('after the payment the next steps are printing the labels and the collection', () => {
  expect(nextStep(order())?.what).toBe('Faltan imprimir las etiquetas.');
  expect(nextStep(order({ printed: true }))?.what).toBe('Las etiquetas ya están impresas.');
});

test('Labels printed before the order changed have to be reprinted', () => {
  expect(nextStep(order({ labelOutdated: true }))).toEqual({
    what: 'Las etiquetas impresas quedaron desactualizadas.',
    advice: 'Descartalas y reimprimilas.',
  });
});

test('A failed delivery is reported before labels to print, with its reason', () => {
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
])(
  'A shipment in state %s with reason %j is described in one sentence with at most one colon',
  (state, reason, what) => {
    expect(nextStep(order({ shipments: [{ label: 'A-1', state, reason }] }))?.what).toBe(what);
  },
);

test('An address to correct suggests editing the order if it can be edited', () => {
  const shipments = [{ label: 'A-1', state: 'Dirección a Corregir', reason: 'Falta la altura' }];
  const what = 'El envío A-1 necesita una dirección corregida: falta la altura.';
  const wanted = { what, tone: 'warn', label: 'A-1' };
  const advice = 'Corregila para que podamos entregarlo.';
  expect(nextStep(order({ shipments }))).toEqual({ ...wanted, advice, action: 'edit' });
  expect(nextStep(order({ shipments, canRequestEdit: false }))).toEqual(wanted);
});

test('A failed delivery suggests correcting the address if the order can be edited', () => {
  const shipments = [{ label: 'A-1', state: 'No Entregado', reason: '' }];
  const wanted = { what: 'El envío A-1 no se entregó.', tone: 'bad', label: 'A-1' };
  const advice = 'Si la dirección no es correcta, corregila.';
  expect(nextStep(order({ shipments }))).toEqual({ ...wanted, advice, action: 'edit' });
  expect(nextStep(order({ shipments, canRequestEdit: false }))).toEqual(wanted);
});

test.each([
  ['Dirección incorrecta', 'edit'],
  ['El timbre no anda', 'edit'],
  ['Destinatario ausente', undefined],
  ['No quiere recibir', undefined],
])('a failed delivery because of %j suggests as action %j', (reason, action) => {
  expect(nextStep(order({ shipments: [{ label: 'A-1', state: 'No Entregado', reason }] }))?.action).toBe(action);
});

test('a lost shipment is reported after any incident that can still be resolved', () => {
  const lost = { label: 'A-1', state: 'Extraviado', reason: 'Extravío total' };
  const late = { label: 'A-2', state: 'Demorado', reason: '' };
  expect(nextStep(order({ shipments: [lost], printable: false }))).toEqual({
    what: 'El envío A-1 se extravió: extravío total.',
    tone: 'bad',
    label: 'A-1',
    advice: 'Comunicate con soporte.',
  });
  expect(nextStep(order({ shipments: [lost, late] }))?.what).toBe('El envío A-2 está demorado.');
});

test('An expired order explains that a new order is needed', () => {
  const expired = order({ stateName: 'Expirado', printable: false });
  expect(nextStep(expired)).toEqual({
    what: 'La orden expiró sin que la despacháramos.',
    advice: 'Para enviarla, creá una orden nueva.',
  });
});

test('A shipment in transit needs no action', () => {
  const shipments = [{ label: 'A-1', state: 'En Tránsito', reason: '' }];
  expect(nextStep(order({ shipments, printed: true }))).toBeNull();
});

test('A cancelled order and an order without shipments explain their state', () => {
  expect(nextStep(order({ stateName: 'CANCELADO' }))?.what).toBe('La orden está cancelada.');
  expect(nextStep(order({ shipments: [] }))?.what).toBe('La orden no tiene envíos.');
});
