import fc from 'fast-check';
import { SHIPMENT_STATES } from '#shared/rules/shipment-states.ts';

/** What may be told of a parcel that is no state of ours, or one by its text. */
const WORDS = ['EN UN LUGAR NUEVO', 'Retirado', 'en curso', 'No Entregado: ausente', 'x'.repeat(60)];

/** Chooses among the orders, payments or requests that there are. */
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
  /** Hours before now; a few lie ahead, many are late. */
  hoursAgo: fc.oneof(fc.constantFrom(-1, 0, 0, 0), fc.double({ min: -0.05, max: 60, noNaN: true })),
  /** Sent again, perhaps with something else in it. */
  again: fc.constantFrom('no', 'no', 'no', 'same', 'other'),
});

const STEPS = {
  create: fc.record({ who, parcels: fc.integer({ min: 1, max: 3 }), mode: fc.constantFrom(1, 2, 4) }),
  tell: fc.record({ events: fc.array(event, { minLength: 1, maxLength: 6 }) }),
  'cancel order': fc.record({ pick }),
  'cancel shipment': fc.record({ pick, parcel }),
  return: fc.record({ pick, parcel }),
  edit: fc.record({ pick, to: fc.nat(4), houseNumber: fc.nat(3) }),
  print: fc.record({ pick }),
  decide: fc.record({ pick, approved: fc.boolean() }),
  pay: fc.record({ picks: fc.array(pick, { minLength: 1, maxLength: 2 }) }),
  /** Somebody pays at the provider's, which tells of it this often. */
  notify: fc.record({
    pick,
    status: fc.constantFrom('approved', 'approved', 'approved', 'rejected', 'pending', 'in_process'),
    copies: fc.constantFrom(0, 1, 1, 2),
    forged: fc.boolean(),
  }),
  'cancel payment': fc.record({ pick }),
  /** A file of orders by these of the client's numbers; a number may come again, and one row is wrong. */
  upload: fc.record({
    who,
    numbers: fc.array(fc.nat(5), { minLength: 1, maxLength: 4 }),
    wrong: fc.option(fc.nat(3), { nil: null }),
  }),
  /** What was enqueued is done, which else waits until the end. */
  work: fc.record({}),
  /** So many days pass, and then it is night. */
  night: fc.record({ days: fc.constantFrom(0, 1, 29, 31) }),
  wait: fc.record({ hours: fc.double({ min: 0.01, max: 30, noNaN: true }) }),
};

type Steps = typeof STEPS;
type Kind = keyof Steps;

/** One thing that happens. */
export type Step = { [K in Kind]: { do: K } & (Steps[K] extends fc.Arbitrary<infer T> ? T : never) }[Kind];

/** One of these steps. */
export type StepOf<K extends Kind> = Extract<Step, { do: K }>;

const WEIGHTS: Partial<Record<Kind, number>> = {
  tell: 9,
  create: 3,
  pay: 4,
  notify: 4,
  edit: 2,
  decide: 2,
  print: 3,
  wait: 2,
};

/** Any stepArbitrary, what happens often more often. */
export const stepArbitrary = fc.oneof(
  ...Object.entries(STEPS).map(([kind, rest]) => ({
    weight: WEIGHTS[kind as Kind] ?? 1,
    arbitrary: (rest as fc.Arbitrary<object>).map((one) => ({ do: kind, ...one }) as Step),
  })),
);
