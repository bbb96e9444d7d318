import type { NewOrder } from '#shared/orders.ts';
import type { DeliveryModeId } from '#shared/rules/delivery-modes.ts';
import type { ShipmentStateCode } from '#shared/rules/shipment-states.ts';
import type { Account } from './accounts.ts';
import { demoProducts } from './catalogue.ts';
import { randomReceiver } from './receivers.ts';
import type { Random } from './seeded-random.ts';
import { frequentTowns, type Town } from './towns.ts';

/** Where the payment of a prepaid order has got to. */
export type PlannedPayment = 'none' | 'open' | 'cancelled' | 'paid';

/** A parcel to be: by the SKUs of its products, else by its measures alone. */
export interface PlannedParcel {
  items: { sku: string; quantity: number }[];
  length: number;
  width: number;
  height: number;
  grams: number;
  pesos: number;
  /** The state that it has come to. */
  code: ShipmentStateCode;
  /** That state as it was received, where that isn't its label. */
  text?: string;
  /** What was charged, for older rows. */
  costCents?: number;
}

/** An order to be, down to what becomes of it. */
export interface PlannedOrder {
  number: string;
  mode: DeliveryModeId;
  /** Moment of creation, in ms. */
  created: number;
  /** Before which all has happened, in ms. */
  end: number;
  prepaid: boolean;
  payment: PlannedPayment;
  receiver: NewOrder['receiver'];
  senderName: string;
  parcels: PlannedParcel[];
  modification: 'Pendiente' | 'Aprobado' | 'Rechazado' | null;
  printed: boolean;
  /** What no action makes comes as an older row. */
  legacy: boolean;
}

/** A parcel that came to a state: with products of the account in most cases, else with measures. */
export function planParcel(random: Random, account: Account, code: ShipmentStateCode): PlannedParcel {
  const sold = demoProducts(account).filter(({ active }) => active);
  const withItems = sold.length > 0 && random.percent(70);
  const first = random.int(0, sold.length - 1);
  const items = withItems
    ? Array.from({ length: Math.min(random.int(1, 3), sold.length) }, (_, index) => ({
        // Never the same product twice in a parcel.
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

/** States that an order has without having been paid, and those before a label is needed. */
const unpaid: readonly ShipmentStateCode[] = ['pendiente_pago', 'cancelado', 'expirado'];
const uncollected: readonly ShipmentStateCode[] = ['registrado', 'li_registrada', ...unpaid];

/** An ordinary order whose parcels came to these states; `changes` make it a special one. */
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
    parcels: codes.map((code) => planParcel(random, account, code)),
    modification: null,
    // What was collected bears a label.
    printed: codes.length > 0 && !codes.every((code) => uncollected.includes(code)),
    legacy: false,
    ...rest,
  };
}

/** Whether nothing but its label has happened to an order: then the sender prints it, and no history says so. */
export function isPrintedBySender({ printed, parcels }: PlannedOrder): boolean {
  return printed && parcels.length > 0 && parcels.every(({ code }) => code === 'registrado');
}
