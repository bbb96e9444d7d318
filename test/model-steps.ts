import fc from 'fast-check';
import { SHIPMENT_STATES } from '#shared/rules/shipment-states.ts';

/** Texts of events: unknown ones, and known states by their text. */
const WORDS = ['EN UN LUGAR NUEVO', 'Retirado', 'en curso', 'No Entregado: ausente', 'x'.repeat(60)];

/** Index into the existing orders, payments or requests. */
const pick = fc.nat(11);
const parcel = fc.nat(2);
const who = fc.nat(1);

const event = fc.record({
  pick,
  parcel,
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
  create: fc.record({ who, parcels: fc.integer({ min: 1, max: 3 }), mode: fc.constantFrom(1, 2, 3, 3, 4) }),
  'send events': fc.record({ events: fc.array(event, { minLength: 1, maxLength: 6 }) }),
  /** Corrects one of the recorded events: by any state, or by the state before it (null). */
  correct: fc.record({
    pick: fc.nat(60),
    /** Prefers events that end a parcel. */
    final: fc.boolean(),
    state: fc.option(fc.constantFrom(...SHIPMENT_STATES.map(({ code }) => code), ...WORDS), { freq: 2 }),
    minutesLater: fc.constantFrom(0, 0, 0, 30),
    again: fc.constantFrom('no', 'no', 'same', 'other'),
  }),
  /** The warehouse's work at a fulfillment order. */
  warehouse: fc.record({ pick, action: fc.constantFrom('prepare', 'close', 'label', 'cancel') }),
  'cancel order': fc.record({ pick }),
  'cancel shipment': fc.record({ pick, parcel }),
  return: fc.record({ pick, parcel }),
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
  correct: 4,
  create: 3,
  warehouse: 2,
  pay: 4,
  notify: 4,
  edit: 2,
  decide: 2,
  print: 3,
  wait: 2,
};

/** Generates a step, frequent ones more often. */
export const stepArbitrary = fc.oneof(
  ...Object.entries(STEPS).map(([kind, rest]) => ({
    weight: WEIGHTS[kind as Kind] ?? 1,
    arbitrary: (rest as fc.Arbitrary<object>).map((one) => ({ do: kind, ...one }) as Step),
  })),
);
