import { describe, expect, test } from 'vitest';
import { NO_MORE_VISITS, REASONS } from '#server/demo/non-delivery-reasons.ts';
import { seededRandom } from '#server/demo/seed/seeded-random.ts';
import { isWorkingTime } from '#server/demo/working-time.ts';
import { localTime } from '#shared/kit/days.ts';
import { DAY_MS, HOUR_MS } from '#shared/kit/time-units.ts';
import { generateTrackingId, labelOf } from '#shared/orders/rules/code/tracking-id.ts';
import {
  DELIVERY_MODES,
  type DeliveryModeId,
  directionOf,
  firstShipmentState,
} from '#shared/orders/rules/delivery-modes.ts';
import {
  SHIPMENT_STATES,
  type ShipmentStateCode,
  shipmentState,
} from '#shared/orders/rules/shipment/shipment-states.ts';
import { isTransitionAllowed } from '#shared/orders/rules/shipment/shipment-transitions.ts';
import { nextStep } from './move-simulated.ts';
import type { Shipment } from './simulated-transitions.ts';

/** A Friday evening before a Monday that is a holiday. */
const FRIDAY_EVENING = Date.parse('2026-10-09T21:30:00-03:00');

type Begun = Omit<Shipment, 'history'> & { codes: readonly ShipmentStateCode[]; from?: number };

/** Completes a history: the given states one hour apart, then all next steps until the end. */
function simulate({ codes, from = FRIDAY_EVENING, ...shipment }: Begun): Shipment {
  const history = codes.map((code, index) => ({ code, at: from + index * HOUR_MS, reason: null as string | null }));
  for (let rounds = 0; ; rounds++) {
    const step = nextStep({ ...shipment, history });
    if (!step) return { ...shipment, history };
    if (rounds > 60) throw new Error(`no end: ${history.map(({ code }) => code)}`);
    expect(step.number).toBe(history.length);
    history.push({ code: step.code, at: step.at, reason: step.reason });
  }
}

const codesOf = ({ history }: Shipment) => history.map(({ code }) => code);
const orderOf = (index: number) => {
  const random = seededRandom(`order ${index}`);
  return generateTrackingId((size) => Uint8Array.from({ length: size }, () => random.int(0, 255)));
};
const shipmentOf = (index: number) => labelOf(orderOf(index), 1);
/** Returns the transitions of a history that the rules don't allow, as 'before → after'. */
const breaches = ({ mode, history }: Shipment, from = 0) =>
  history.slice(from + 1).flatMap(({ code }, index) => {
    const before = history[from + index]?.code ?? null;
    const legal = code !== null && isTransitionAllowed(before, code, directionOf(mode));
    return legal ? [] : [`${before} → ${code}`];
  });
const hasEnded = ({ history }: Shipment) => shipmentState(history.at(-1)?.code as ShipmentStateCode).final;
const first = (mode: DeliveryModeId) => firstShipmentState({ mode, prepaid: false, paid: false });
const MODES = DELIVERY_MODES.map(({ id }) => id);

const home = Array.from({ length: 5000 }, (_, index) =>
  simulate({ label: shipmentOf(index), mode: 1, nearby: index % 2 === 0, codes: ['registrado'] }),
);
const share = (fits: (shipment: Shipment) => boolean) => (100 * home.filter(fits).length) / home.length;

describe('every simulated history', () => {
  const simulated = MODES.flatMap((mode) =>
    Array.from({ length: 500 }, (_, index) =>
      simulate({ label: shipmentOf(index), mode, nearby: index % 2 === 0, codes: [first(mode)] }),
    ),
  );

  test('has only allowed transitions and ends in a final state', () => {
    expect(simulated.flatMap((shipment) => breaches(shipment))).toEqual([]);
    expect(simulated.filter((shipment) => !hasEnded(shipment))).toEqual([]);
  });

  test('has events in working hours, in chronological order', () => {
    const wrong = simulated.flatMap(({ history }) =>
      history.slice(1).filter(({ at }, index) => !isWorkingTime(at) || at <= (history[index]?.at ?? 0)),
    );
    expect(wrong).toEqual([]);
    const begun = Math.min(...simulated.map(({ history }) => history[1]?.at ?? 0));
    expect(begun).toBeGreaterThanOrEqual(Date.parse('2026-10-13T08:00:00-03:00'));
  });

  test('takes a few working days', () => {
    const days = simulated.map(({ history }) => ((history.at(-1)?.at ?? 0) - (history[0]?.at ?? 0)) / DAY_MS);
    expect(Math.min(...days)).toBeGreaterThan(4);
    expect(Math.max(...days)).toBeLessThan(30);
  });

  test('has a reason for each failure, damage and loss', () => {
    const wrong = simulated.flatMap(({ history }) =>
      history.filter(({ code, reason }) => {
        const usual: readonly string[] | undefined = code ? REASONS[code] : undefined;
        return usual ? !reason || !usual.includes(reason) : reason !== null && reason !== NO_MORE_VISITS;
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('is deterministic', () => {
    for (const { history: _, ...shipment } of simulated.slice(0, 200)) {
      const codes = [first(shipment.mode)];
      expect(simulate({ ...shipment, codes })).toEqual(simulate({ ...shipment, codes }));
    }
    expect(new Set(simulated.map((shipment) => codesOf(shipment).join(' '))).size).toBeGreaterThan(20);
  });
});

describe('in simulated home deliveries', () => {
  test('about 8 % of the visits fail, 2 % of the shipments are returned, and few are lost', () => {
    const visits = home.flatMap(codesOf).filter((code) => code === 'en_curso').length;
    const failed = home.flatMap(codesOf).filter((code) => code === 'no_entregado').length;
    expect((100 * failed) / visits).toBeGreaterThan(6);
    expect((100 * failed) / visits).toBeLessThan(10);
    const returned = share((shipment) => codesOf(shipment).includes('devuelto'));
    expect(returned).toBeGreaterThan(1);
    expect(returned).toBeLessThan(3);
    const lost = share((shipment) => codesOf(shipment).some((code) => code === 'siniestrado' || code === 'extraviado'));
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThan(1);
  });

  test('a first failed visit leads to a second one, and a second failed visit to a return', () => {
    const failed = home.filter((shipment) => codesOf(shipment).includes('no_entregado'));
    for (const shipment of failed) {
      const codes = codesOf(shipment);
      const after = codes.slice(codes.indexOf('no_entregado') + 1);
      expect(after.slice(0, after.indexOf('en_curso') + 1)).toContain('reprogramado');
      const visits = codes.filter((code) => code === 'no_entregado').length;
      expect(visits).toBeLessThanOrEqual(2);
      if (visits < 2) continue;
      expect(after.slice(-4)).toEqual(['devolucion', 'en_guarda', 'transito_remitente', 'devuelto']);
      expect(shipment.history.at(-4)?.reason).toBe('Intentos de entrega agotados');
    }
    expect(failed.some(({ history }) => history.some(({ code }) => code === 'direccion_corregir'))).toBe(true);
  });

  test('vans leave in the morning, and no shipment stays on a van overnight', () => {
    const tours = home.flatMap(({ history }) =>
      history.flatMap(({ code, at }, index) =>
        code === 'en_curso' ? [{ out: at, back: history[index + 1]?.at ?? 0 }] : [],
      ),
    );
    expect(tours.filter(({ out }) => localTime(out).time >= '13:00')).toEqual([]);
    expect(tours.filter(({ out, back }) => localTime(out).day !== localTime(back).day)).toEqual([]);
  });
});

test('a shipment for a pickup point waits there and is never visited', () => {
  for (let index = 0; index < 500; index++) {
    const codes = codesOf(
      simulate({ label: shipmentOf(index), mode: 2, nearby: index % 2 === 0, codes: ['registrado'] }),
    );
    expect(codes).not.toContain('en_curso');
    if (codes.at(-1) === 'entregado') expect(codes.at(-2)).toBe('disponible_retiro');
  }
});

test('reverse shipments end at the sender, and fulfillment shipments start in the warehouse', () => {
  const inverse = codesOf(simulate({ label: shipmentOf(3), mode: 4, nearby: false, codes: ['li_registrada'] }));
  expect(inverse.slice(-2)).toEqual(['transito_remitente', 'entregado']);
  const prepared = codesOf(simulate({ label: shipmentOf(3), mode: 3, nearby: false, codes: ['registrado'] }));
  expect(prepared.slice(0, 4)).toEqual(['registrado', 'en_preparacion', 'listo_despacho', 'despachado']);
});

test('shipments of one order are collected together and then move independently', () => {
  const siblings = Array.from({ length: 20 }, (_, index) =>
    [1, 2].map(
      (n) => simulate({ label: labelOf(orderOf(index), n), mode: 1, nearby: true, codes: ['registrado'] }).history,
    ),
  );
  const collected = (history: Shipment['history'] = []) => history.find(({ code }) => code === 'retirado')?.at;
  expect(siblings.filter(([one, other]) => collected(one) !== collected(other))).toEqual([]);
  expect(siblings.some(([one, other]) => one?.at(-1)?.at !== other?.at(-1)?.at)).toBe(true);
});

test('a shipment with a return request is returned', () => {
  const codes = codesOf(
    simulate({
      label: shipmentOf(1),
      mode: 1,
      nearby: true,
      codes: ['registrado', 'retirado', 'devolucion_solicitada'],
    }),
  );
  expect(codes.slice(3)).toEqual(['devolucion', 'en_guarda', 'transito_remitente', 'devuelto']);
});

test.each(MODES)(
  'from every state that isn’t final, a shipment of mode %s reaches a final state by allowed transitions',
  (mode) => {
    for (const { code, final } of SHIPMENT_STATES) {
      for (const codes of [[code], [first(mode), 'retirado', code]] as const) {
        for (let index = 0; index < 40; index++) {
          const shipment = simulate({ label: shipmentOf(index), mode, nearby: index % 2 === 0, codes });
          const stays = final || code === 'pendiente_pago';
          expect(shipment.history.length > codes.length, code).toBe(!stays);
          expect(breaches(shipment, codes.length - 1)).toEqual([]);
          expect(stays || hasEnded(shipment), codesOf(shipment).join(' ')).toBe(true);
        }
      }
    }
  },
);

test('a shipment in an unknown state has no next step', () => {
  const history = [{ code: null, at: FRIDAY_EVENING, reason: null }];
  expect(nextStep({ label: shipmentOf(1), mode: 1, nearby: false, history })).toBeNull();
  expect(nextStep({ label: shipmentOf(1), mode: 1, nearby: false, history: [] })).toBeNull();
});
