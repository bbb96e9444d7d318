import { expect, test } from 'vitest';
import { nextStep, type OrderToday } from './next-step.ts';

const order = (changes: Partial<OrderToday> = {}): OrderToday => ({
  stateName: 'Registrado',
  payable: false,
  canGenerateMerchantOrder: false,
  printable: true,
  printed: false,
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

test('A shipment that could not be delivered goes before labels, and says why', () => {
  const shipments = [
    { label: 'A-1', state: 'Registrado', reason: '' },
    { label: 'A-2', state: 'NO ENTREGADO', reason: 'Destinatario ausente' },
  ];
  expect(nextStep(order({ shipments }))?.what).toBe('El envío A-2 no se entregó: destinatario ausente.');
});

test('Another failure is told in the words of its state', () => {
  const shipments = [{ label: 'A-1', state: 'Rechazado por Destinatario', reason: '' }];
  expect(nextStep(order({ shipments }))?.what).toBe('El envío A-1: Rechazado por Destinatario.');
});

test('A lost parcel is the end of it: nothing waits for the sender', () => {
  const shipments = [{ label: 'A-1', state: 'Extraviado', reason: '' }];
  expect(nextStep(order({ shipments, printable: false }))).toBeNull();
});

test('A parcel on its way asks for nothing', () => {
  const shipments = [{ label: 'A-1', state: 'En Tránsito', reason: '' }];
  expect(nextStep(order({ shipments, printed: true }))).toBeNull();
});

test('A cancelled order and one without shipments say so', () => {
  expect(nextStep(order({ stateName: 'CANCELADO' }))?.what).toBe('La orden está cancelada.');
  expect(nextStep(order({ shipments: [] }))?.what).toBe('La orden no tiene envíos.');
});
