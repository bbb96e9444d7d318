import { expect, test } from 'vitest';
import type { Day } from '#shared/kit/days.ts';
import type { ShipmentStateCode } from '#shared/orders/rules/shipment/shipment-states.ts';
import { NATIONAL_CALENDAR } from '#shared/provider/rules/working-days.ts';
import { changesResult, type DatedState, deliveryResult } from './delivery-result.ts';

const entry = (code: ShipmentStateCode | null, day: Day, reason: string | null = null): DatedState => ({
  code,
  day,
  reason,
});
/** A Monday. */
const COLLECTED = [entry('registrado', '2026-11-02'), entry('retirado', '2026-11-02')];
const promised = (promisedMax: Day | null, returnRequested = false) => ({
  promisedMax,
  returnRequested,
  calendar: NATIONAL_CALENDAR,
});

test.each<[string, DatedState[], ReturnType<typeof promised>, object | null]>([
  ['on its way', [entry('en_transito', '2026-11-03')], promised('2026-11-05'), null],
  [
    'delivered on the promised day',
    [entry('en_curso', '2026-11-05'), entry('entregado', '2026-11-05')],
    promised('2026-11-05'),
    { ended: 'delivered', on_time: true, failed_visits: 0, failure: null, transit_days: 3 },
  ],
  [
    'delivered a day late, at the second visit, over a weekend',
    [entry('no_entregado', '2026-11-06', 'destinatario AUSENTE'), entry('entregado_danio', '2026-11-09')],
    promised('2026-11-06'),
    { ended: 'delivered', on_time: false, failed_visits: 1, failure: 'Destinatario ausente', transit_days: 5 },
  ],
  [
    'failed for a reason in the provider’s own words',
    [entry('no_entregado', '2026-11-04', 'Perro suelto en Mitre 12')],
    promised('2026-11-06'),
    { ended: null, on_time: null, failed_visits: 1, failure: 'Otros', transit_days: null },
  ],
  [
    'lost',
    [entry('extraviado', '2026-11-04')],
    promised('2026-11-06'),
    { ended: 'undelivered', on_time: false, failed_visits: 0, failure: null, transit_days: null },
  ],
  [
    'asked back by its sender',
    [entry('devolucion_solicitada', '2026-11-03'), entry('devuelto', '2026-11-05')],
    promised('2026-11-04', true),
    { ended: 'undelivered', on_time: null, failed_visits: 0, failure: null, transit_days: null },
  ],
  [
    'not delivered back to its sender at once',
    [entry('rechazado', '2026-11-04'), entry('transito_remitente', '2026-11-05'), entry('no_entregado', '2026-11-06')],
    promised('2026-11-06'),
    { ended: null, on_time: null, failed_visits: 1, failure: 'Otros', transit_days: null },
  ],
  [
    'delivered without a promise',
    [entry('entregado', '2026-11-03')],
    promised(null),
    { ended: 'delivered', on_time: null, failed_visits: 0, failure: null, transit_days: 1 },
  ],
])('the result of a shipment that is %s', (_, states, facts, result) => {
  expect(deliveryResult([...COLLECTED, ...states], facts)).toEqual(result);
});

test('a shipment that was delivered without a known collection has no days of transit', () => {
  const states = [entry('registrado', '2026-11-02'), entry('entregado', '2026-11-05')];
  expect(deliveryResult(states, promised(null))).toMatchObject({ ended: 'delivered', transit_days: null });
});

test('a cancelled or expired shipment has no result', () => {
  for (const code of ['cancelado', 'expirado'] as const) {
    expect(changesResult(code)).toBe(false);
    expect(deliveryResult([entry('registrado', '2026-11-02'), entry(code, '2026-11-03')], promised(null))).toBeNull();
  }
});
