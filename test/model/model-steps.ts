import fc from 'fast-check';
import { SHIPMENT_STATES } from '#shared/orders/rules/shipment/shipment-states.ts';

/** Places of orders, which a step picks by index. */
export const PROVINCES = [
  { address_state: 'Salta', address_zip_code: '4400' },
  { address_state: 'Córdoba', address_zip_code: '5000' },
  { address_state: 'Capital Federal', address_zip_code: '1059' },
  { address_state: 'Tierra del Fuego', address_zip_code: '9410' },
  { address_state: 'AR-Z', address_zip_code: '9999' },
];

/** Texts of events: unknown ones, and known states by their text. */
const WORDS = ['EN UN LUGAR NUEVO', 'Retirado', 'en curso', 'No Entregado: ausente', 'x'.repeat(60)];

/** Index into the existing orders, payments or requests. */
const pick = fc.nat(11);
const shipment = fc.nat(2);
const who = fc.nat(1);

const event = fc.record({
  pick,
  shipment,
  /** A state that may follow, any state, or a text. */
  state: fc.oneof(
    { weight: 5, arbitrary: fc.record({ follow: fc.nat(40) }) },
    { weight: 2, arbitrary: fc.constantFrom(...SHIPMENT_STATES.map(({ code }) => code), ...WORDS) },
  ),
  /** Hours before now; a few are in the future, many are late. */
  hoursAgo: fc.oneof(fc.constantFrom(-1, 0, 0, 0), fc.double({ min: -0.05, max: 60, noNaN: true })),
  /** Repeats the event, perhaps with other contents. */
  again: fc.constantFrom('no', 'no', 'no', 'same', 'other'),
});

const STEPS = {
  create: fc.record({ who, shipments: fc.integer({ min: 1, max: 3 }), mode: fc.constantFrom(1, 2, 3, 3, 4) }),
  'send events': fc.record({ events: fc.array(event, { minLength: 1, maxLength: 6 }) }),
  /** Corrects one of the recorded events: by any state, or by the state before it (null). */
  correct: fc.record({
    pick: fc.nat(60),
    /** Prefers events that end a shipment. */
    final: fc.boolean(),
    state: fc.option(fc.constantFrom(...SHIPMENT_STATES.map(({ code }) => code), ...WORDS), { freq: 2 }),
    minutesLater: fc.constantFrom(0, 0, 0, 30),
    again: fc.constantFrom('no', 'no', 'same', 'other'),
  }),
  /** The warehouse's work at a fulfillment order. */
  warehouse: fc.record({ pick, action: fc.constantFrom('prepare', 'close', 'label', 'cancel') }),
  /** The warehouse receives units that expire, or takes all free units of a lot away. */
  stock: fc.record({
    who,
    take: fc.boolean(),
    pick: fc.nat(4),
    units: fc.integer({ min: 1, max: 3 }),
    days: fc.constantFrom(-1, 1, 3, 30, 60),
  }),
  'cancel order': fc.record({ pick }),
  'cancel shipment': fc.record({ pick, shipment }),
  return: fc.record({ pick, shipment }),
  edit: fc.record({ pick, to: fc.nat(4), houseNumber: fc.nat(3) }),
  print: fc.record({ pick }),
  decide: fc.record({ pick, approved: fc.boolean() }),
  pay: fc.record({ picks: fc.array(pick, { minLength: 1, maxLength: 2 }) }),
  /** A payment at the payment provider, and the number of its notifications. */
  notify: fc.record({
    pick,
    status: fc.constantFrom('approved', 'approved', 'approved', 'rejected', 'pending', 'in_process'),
    copies: fc.constantFrom(0, 1, 1, 2),
    forged: fc.boolean(),
  }),
  'cancel payment': fc.record({ pick }),
  /** A file of orders with these numbers of the client; a number may repeat, and one row is invalid. */
  upload: fc.record({
    who,
    numbers: fc.array(fc.nat(5), { minLength: 1, maxLength: 4 }),
    wrong: fc.option(fc.nat(3), { nil: null }),
  }),
  /** A shipment's way from its collection to a failed visit, as far as its history allows. */
  'failed visit': fc.record({
    pick,
    shipment,
    reason: fc.constantFrom('', 'Destinatario ausente', 'Dirección incorrecta', 'Intentos de entrega agotados'),
  }),
  /** Snoozes or closes an item that requires action. */
  hide: fc.record({ who, pick, days: fc.constantFrom(1, 1, 2, 14) }),
  /** The provider closes a day, works on a holiday, or removes what it entered. */
  holiday: fc.record({ daysAhead: fc.constantFrom(1, 1, 2, 3, 4, 5, 8, 23) }),
  /** Runs the queued jobs, which otherwise wait until the end. */
  work: fc.record({}),
  /** Advances the clock by days, then runs the nightly jobs. */
  night: fc.record({ days: fc.constantFrom(0, 1, 29, 31) }),
  wait: fc.record({ hours: fc.double({ min: 0.01, max: 30, noNaN: true }) }),
};

type Steps = typeof STEPS;
type Kind = keyof Steps;

/** One step of a sequence. */
export type Step = { [K in Kind]: { do: K } & (Steps[K] extends fc.Arbitrary<infer T> ? T : never) }[Kind];

/** One of these steps. */
export type StepOf<K extends Kind> = Extract<Step, { do: K }>;

const WEIGHTS: Partial<Record<Kind, number>> = {
  'send events': 9,
  correct: 7,
  create: 3,
  warehouse: 4,
  stock: 4,
  pay: 4,
  notify: 4,
  edit: 2,
  decide: 2,
  print: 5,
  'failed visit': 4,
  hide: 4,
  holiday: 3,
  wait: 2,
};

/** Generates a step, frequent ones more often. */
export const stepArbitrary = fc.oneof(
  ...Object.entries(STEPS).map(([kind, rest]) => ({
    weight: WEIGHTS[kind as Kind] ?? 1,
    arbitrary: (rest as fc.Arbitrary<object>).map((one) => ({ do: kind, ...one }) as Step),
  })),
);
