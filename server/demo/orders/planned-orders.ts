import type { Account } from '#server/demo/accounts.ts';
import { demoProducts } from '#server/demo/catalogue.ts';
import { randomReceiver } from '#server/demo/receivers.ts';
import type { Random } from '#server/demo/seed/seeded-random.ts';
import { frequentTowns, type Town } from '#server/demo/towns.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import type { Day } from '#shared/kit/days.ts';
import type { NewOrder } from '#shared/orders/new-order.ts';
import type { DeliveryModeId } from '#shared/orders/rules/delivery-modes.ts';
import type { ShipmentStateCode } from '#shared/orders/rules/shipment/shipment-states.ts';

/** Status of a prepaid order's payment. */
export type PlannedPayment = 'none' | 'open' | 'cancelled' | 'paid';

/** A shipment to seed. Without items, only its measures and value count. */
export interface PlannedShipment {
  items: { sku: string; quantity: number }[];
  length: number;
  width: number;
  height: number;
  grams: number;
  pesos: number;
  /** The last state. */
  code: ShipmentStateCode;
  /** Text of the last state as received, if it differs from the state's label. */
  text?: string;
  /** Charged price of a legacy row. */
  costCents?: number;
}

/** An order to seed, with its outcome. */
export interface PlannedOrder {
  number: string;
  mode: DeliveryModeId;
  /** Time of creation, in ms. */
  created: number;
  /** End of the history: all events are before this time, in ms. */
  end: number;
  prepaid: boolean;
  payment: PlannedPayment;
  receiver: NewOrder['receiver'];
  senderName: string;
  shipments: PlannedShipment[];
  modification: 'Pendiente' | 'Aprobado' | 'Rechazado' | null;
  printed: boolean;
  /** Whether the order is imported as a legacy row, because no service creates it. */
  legacy: boolean;
}

/** Plans a shipment in a state, in 70 % of cases with products of the account, else with measures only. */
export function planShipment(random: Random, account: Account, code: ShipmentStateCode): PlannedShipment {
  const sold = demoProducts(account).filter(({ active }) => active);
  const withItems = sold.length > 0 && random.percent(70);
  const first = random.int(0, sold.length - 1);
  const items = withItems
    ? Array.from({ length: Math.min(random.int(1, 3), sold.length) }, (_, index) => ({
        // The step of 7 and the filter below keep a product from appearing twice in a shipment.
        sku: sold[(first + index * 7) % sold.length]?.sku ?? '',
        quantity: random.int(1, 3),
      })).filter(({ sku }, index, all) => all.findIndex((item) => item.sku === sku) === index)
    : [];
  return {
    items,
    length: random.int(15, 60),
    width: random.int(10, 40),
    height: random.int(4, 35),
    grams: random.int(2, 80) * 100,
    pesos: random.int(5, 190) * 1000,
    code,
  };
}

interface Draft {
  number: string;
  random: Random;
  account: Account;
  created: number;
  end: number;
  codes: readonly ShipmentStateCode[];
}

/** States that don't require a payment. */
const unpaid: readonly ShipmentStateCode[] = ['pendiente_pago', 'cancelado', 'expirado'];
/** States that don't require a printed label. */
const uncollected: readonly ShipmentStateCode[] = ['registrado', 'li_registrada', ...unpaid];

/** Plans an ordinary order whose shipments are in these states. `changes` replace its fields. */
export function planOrder(draft: Draft, changes: Partial<PlannedOrder> & { town?: Town } = {}): PlannedOrder {
  const { number, random, account, created, end, codes } = draft;
  const { town = random.pick(frequentTowns), ...rest } = changes;
  return {
    number,
    mode: 1,
    created,
    end,
    prepaid: false,
    payment: rest.prepaid && codes.some((code) => !unpaid.includes(code)) ? 'paid' : 'none',
    receiver: randomReceiver(random, town),
    senderName: random.percent(30) ? account.company : '',
    shipments: codes.map((code) => planShipment(random, account, code)),
    modification: null,
    // A collected shipment has a printed label.
    printed: codes.length > 0 && !codes.every((code) => uncollected.includes(code)),
    legacy: false,
    ...rest,
  };
}

/**
 * Whether the order's only event is the printing of its labels. Such orders are printed by the service, not imported.
 */
export function isPrintedBySender({ printed, shipments }: PlannedOrder): boolean {
  return printed && shipments.length > 0 && shipments.every(({ code }) => code === 'registrado');
}

/** The orders of an account that are in the database already. */
export interface SeededOrders {
  caller: Caller;
  plans: readonly PlannedOrder[];
  /** Ids of the orders, by their numbers. */
  ids: ReadonlyMap<string, number>;
  today: Day;
}
