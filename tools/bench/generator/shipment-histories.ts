import { DAY_MS } from '#shared/kit/time-units.ts';
import { type ShipmentStateCode, shipmentState } from '#shared/orders/rules/shipment/shipment-states.ts';
import { type Random, weighted } from './random.ts';

/** Histories of shipments: states, each with its maximum number of days after creation. */
const SHIPMENT_HISTORIES: readonly { weight: number; steps: readonly (readonly [ShipmentStateCode, number])[] }[] = [
  {
    weight: 90,
    steps: [
      ['retirado', 2],
      ['recibido_cd', 3],
      ['despachado', 5],
      ['en_curso', 7],
      ['entregado', 9],
    ],
  },
  {
    weight: 4,
    steps: [
      ['retirado', 2],
      ['despachado', 5],
      ['no_entregado', 8],
      ['devolucion', 12],
      ['devuelto', 20],
    ],
  },
  { weight: 3, steps: [['cancelado', 1]] },
  {
    weight: 2.7,
    steps: [
      ['retirado', 2],
      ['despachado', 5],
      ['siniestrado', 9],
    ],
  },
  {
    weight: 0.3,
    steps: [
      ['retirado', 2],
      ['despachado', 5],
      ['no_entregado', 9],
    ],
  },
];

const pickHistory = weighted(SHIPMENT_HISTORIES);

/** Current state of a shipment: its state and time (ms since 1970), and whether its label was printed. */
export interface GeneratedState {
  code: ShipmentStateCode;
  label: string;
  at: number;
  printed: boolean;
  /** When it was collected, ms since 1970; null if it wasn't. */
  collectedAt: number | null;
}

/** Simulates a shipment from `created` to `now`, both in ms since 1970. */
export function generatedStateAt(
  now: number,
  created: number,
  first: ShipmentStateCode,
  random: Random,
): GeneratedState {
  const pace = 0.4 + 0.6 * random.next();
  let [code, at] = [first, created];
  let collectedAt: number | null = null;
  for (const [next, days] of pickHistory(random).steps) {
    const moment = created + days * pace * DAY_MS;
    if (moment > now) break;
    [code, at] = [next, moment];
    if (next === 'retirado') collectedAt = moment;
  }
  const early = code === first || code === 'cancelado';
  return { code, label: shipmentState(code).label, at, printed: !early || random.next() < 0.4, collectedAt };
}
