import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/kit/time-units.ts';
import { clampToCreation, type EventContext, findEventPosition, type ShipmentHistoryEntry } from './event-position.ts';
import { SHIPMENT_STATES, type ShipmentStateCode, shipmentState } from './shipment-states.ts';

const NOW = 100 * HOUR_MS;

const known = (hour: number, code: ShipmentStateCode): ShipmentHistoryEntry => ({
  at: hour * HOUR_MS,
  code,
  text: shipmentState(code).label,
});
const unknown = (hour: number, text = 'EN UN LUGAR NUEVO'): ShipmentHistoryEntry => ({
  at: hour * HOUR_MS,
  code: null,
  text,
});

const place = (history: ShipmentHistoryEntry[], event: ShipmentHistoryEntry, changes: Partial<EventContext> = {}) =>
  findEventPosition(history, event, { direction: 'entrega', by: 'provider', createdAt: 0, now: NOW, ...changes });

const first = known(0, 'registrado');
const collected = [first, known(2, 'retirado'), known(6, 'en_transito')];

test('a new event is placed at the end', () => {
  expect(place(collected, known(7, 'en_curso'))).toEqual({ index: 3 });
  expect(place(collected, known(7, 'devuelto'))).toEqual({
    refused: 'No puede pasar de En Tránsito a Devuelto al Remitente',
  });
});

test('a late event is placed at its own time, if it fits the entries before and after it', () => {
  expect(place(collected, known(4, 'recibido_cd'))).toEqual({ index: 2 });
  expect(place(collected, known(1, 'planificado'))).toEqual({ index: 1 });
  expect(place(collected, known(4, 'en_curso'))).toEqual({
    refused: 'Llegó tarde y no encaja entre Retirado y En Tránsito',
  });
  expect(place(collected, known(1, 'recibido_cd'))).toEqual({
    refused: 'Llegó tarde y no encaja entre Registrado y Retirado',
  });
});

test('two events at the same time keep the order in which they were recorded', () => {
  expect(place(collected, known(2, 'recibido_cd'))).toEqual({ index: 2 });
  expect(place(collected, known(6, 'descargado'))).toEqual({ index: 3 });
});

test('a repeated state is recorded again, now or in the past, unless it is final', () => {
  expect(place(collected, known(7, 'en_transito'))).toEqual({ index: 3 });
  expect(place(collected, known(3, 'retirado'))).toEqual({ index: 2 });
  expect(place(collected, known(5, 'en_transito'))).toEqual({ index: 2 });
  const delivered = [...collected, known(8, 'entregado')];
  expect(place(delivered, known(9, 'entregado'))).toEqual({ refused: 'El envío ya finalizó: Entregado' });
  expect(place(delivered, known(7, 'entregado'))).toEqual({
    refused: 'Llegó tarde y no encaja entre En Tránsito y Entregado',
  });
});

test('no state, not even an unknown one, follows a final state', () => {
  for (const { code, label } of SHIPMENT_STATES.filter((state) => state.final)) {
    for (const event of [unknown(3), known(3, 'en_revision'), known(3, code)]) {
      expect(place([first, known(2, code)], event)).toEqual({ refused: `El envío ya finalizó: ${label}` });
    }
  }
});

test('an event from before the final state is still accepted', () => {
  const delivered = [...collected, known(9, 'en_curso'), known(10, 'entregado')];
  expect(place(delivered, known(8, 'descargado'))).toEqual({ index: 3 });
});

test('an unknown state is accepted anywhere before the final state, and any state may follow it', () => {
  expect(place(collected, unknown(7))).toEqual({ index: 3 });
  expect(place(collected, unknown(3))).toEqual({ index: 2 });
  expect(place([...collected, unknown(7)], known(8, 'entregado'))).toEqual({ index: 4 });
  expect(place([...collected, unknown(7)], unknown(8))).toEqual({ index: 4 });
});

test('only a payment, a cancellation or the expiry takes a shipment out of Pendiente de Pago', () => {
  const unpaid = [known(0, 'pendiente_pago')];
  for (const event of [known(1, 'registrado'), known(1, 'cancelado'), unknown(1)]) {
    expect(place(unpaid, event)).toEqual({ refused: 'Falta pagar la orden' });
  }
  expect(place(unpaid, known(1, 'registrado'), { by: 'payment' })).toEqual({ index: 1 });
  expect(place(unpaid, known(1, 'cancelado'), { by: 'sender' })).toEqual({ index: 1 });
  expect(place(unpaid, known(1, 'expirado'))).toEqual({ index: 1 });
  const paid = [...unpaid, known(5, 'registrado')];
  expect(place(paid, known(3, 'expirado'))).toEqual({
    refused: 'Llegó tarde y no encaja entre Pendiente de Pago y Registrado',
  });
  expect(place(paid, known(3, 'planificado'))).toEqual({ refused: 'En ese momento la orden no estaba pagada' });
  expect(place(paid, known(6, 'planificado'))).toEqual({ index: 2 });
});

test('no event puts a shipment into Pendiente de Pago', () => {
  const refused = { refused: 'Ese estado no llega por un evento' };
  expect(place([first, unknown(1)], known(2, 'pendiente_pago'))).toEqual(refused);
});

test('reverse logistics has its own transitions', () => {
  const history = [known(0, 'li_registrada'), known(1, 'retirado')];
  expect(place(history, known(2, 'transito_remitente'), { direction: 'inversa' })).toEqual({ index: 2 });
  expect(place(history, known(2, 'transito_remitente'))).toHaveProperty('refused');
});

test('an event may be up to five minutes in the future, and never before the shipment’s creation', () => {
  const ahead = (ms: number) => ({ ...known(0, 'descargado'), at: NOW + ms });
  expect(place(collected, ahead(5 * MINUTE_MS))).toEqual({ index: 3 });
  expect(place(collected, ahead(300_001))).toEqual({ refused: 'La fecha está en el futuro' });
  const refused = { refused: 'La fecha es anterior a la creación del envío' };
  expect(place(collected, known(2, 'retirado'), { createdAt: 3 * HOUR_MS })).toEqual(refused);
  expect(place([first], known(0, 'planificado'))).toEqual({ index: 1 });
});

test('an event with second precision may be in the second of the shipment’s creation', () => {
  const created = 7_200_400;
  expect([7_199_999, 7_200_000, 7_200_399, 7_200_401].map((eventAt) => clampToCreation(eventAt, created))).toEqual([
    7_199_999, 7_200_400, 7_200_400, 7_200_401,
  ]);
  expect(clampToCreation(7_199_999, 7_200_000)).toBe(7_199_999);
});

test('the history may omit older entries', () => {
  expect(place(collected.slice(2), known(7, 'descargado'))).toEqual({ index: 1 });
  expect(place(collected.slice(1), known(4, 'recibido_cd'))).toEqual({ index: 1 });
});
