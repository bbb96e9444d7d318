import { deliveryResult } from '#shared/orders/rules/due/delivery-result.ts';
import { deriveOrderState, hasIncident, orderState } from '#shared/orders/rules/order-state.ts';
import { isCollected } from '#shared/orders/rules/shipment/collection.ts';
import {
  isDelivered,
  isReturnRequest,
  SHIPMENT_STATES,
  type ShipmentStateCode,
  STAGES,
  shipmentState,
} from '#shared/orders/rules/shipment/shipment-states.ts';
import { type Direction, isTransitionAllowed, nextStates } from '#shared/orders/rules/shipment/shipment-transitions.ts';
import { MAX_EVENTS } from '#shared/orders/staff-events.ts';
import { NATIONAL_CALENDAR } from '#shared/provider/rules/working-days.ts';
import { goodsLocation } from '#shared/warehouse/rules/fulfillment-status.ts';
import { exampleCall } from './states-example.ts';

/** States that the sender's actions cause. */
const BY_SENDER: ReadonlySet<ShipmentStateCode> = new Set(['cancelado', 'devolucion_solicitada']);

/** States in which an order and its payment put a shipment. */
const BY_ORDER: ReadonlySet<ShipmentStateCode> = new Set(['pendiente_pago', 'registrado', 'li_registrada']);

/** Returns who reports a state. */
function reportersOf(code: ShipmentStateCode): string[] {
  return [
    ...(BY_ORDER.has(code) ? [code === 'pendiente_pago' ? 'the new order' : 'the new order or its payment'] : []),
    ...(BY_SENDER.has(code) ? ['the sender'] : []),
    // The provider reports all other states, and none leads to an unpaid order.
    ...(code === 'pendiente_pago' ? [] : ['the provider']),
  ];
}

/** Returns the text of the state of an order with one shipment. */
const orderStateWith = (code: ShipmentStateCode): string =>
  orderState(deriveOrderState({ prepaid: code === 'pendiente_pago', paid: false, shipments: [statusOf(code)] })).label;

const statusOf = (code: ShipmentStateCode) => ({ stateCode: code, stateText: shipmentState(code).label });

/** Returns what a sender may do in a state, if payment and account allow it. */
function actionsIn(code: ShipmentStateCode): string[] {
  const { cancellable, returnable, reversible } = shipmentState(code);
  return [
    ...(cancellable ? ['cancel'] : []),
    ...(returnable ? ['ask for the return'] : []),
    ...(reversible ? ['create a return by reverse logistics'] : []),
  ];
}

/** Returns what a state causes, besides the state of the order. */
function effectsOf(code: ShipmentStateCode): string[] {
  const entry = { code, day: '2026-01-01', reason: null };
  const result = deliveryResult([entry], { promisedMax: null, returnRequested: false, calendar: NATIONAL_CALENDAR });
  const goods = goodsLocation(code);
  return [
    ...(isCollected([code]) ? ['collected'] : []),
    ...(isReturnRequest(code) ? ['the return is requested'] : []),
    ...(isDelivered(code) ? ['sets the day of delivery'] : []),
    ...(result?.ended === 'delivered' ? ['counts as delivered'] : []),
    ...(result?.ended === 'undelivered' ? ['counts as ended without delivery'] : []),
    ...(result && result.failed_visits > 0 ? ['counts as a failed visit with its `reason`'] : []),
    ...(hasIncident(statusOf(code)) ? ['incident'] : []),
    ...(code === 'cancelado' ? ['its cost becomes 0'] : []),
    ...(goods === 'released' ? ['units return to the stock'] : []),
    ...(shipmentState(code).final ? ['may end the order, and its open payment'] : []),
  ];
}

/** Returns the states in which units of the provider's warehouse are still in its stock. */
const statesInStock = (): ShipmentStateCode[] =>
  SHIPMENT_STATES.map(({ code }) => code).filter((code) => ['unpaid', 'in_warehouse'].includes(goodsLocation(code)));

/** Returns Markdown about the states of shipments and their transitions, from the rules, for integrators that report events. */
export function statesDocument(): string {
  return `# States of shipments and their transitions

Written by \`npm run docs\` from the rules that the server applies. The provider reports states with
\`POST /api/ops/v1/shipment/events\`, up to ${MAX_EVENTS} events a call ([an example](#an-example)); a shipment's sender and its payment
cause some themselves. Events may arrive late and in any order: \`at\` decides their place in the shipment's history, and its last entry is the
shipment's state. An event is refused, with the reason, if its state may not follow the entry before it or precede the one after it.

${diagram()}

Hubs miss scans, so that states in between may be skipped. A usual delivery, a return and reverse logistics:

${PATHS.map(([direction, path]) => `- ${pathText(direction, path)}`).join('\n')}

## The states

An event contains the code or the text, without regard to case and accents. The sender reads the text, the buyer the last column. Of an
unknown text the nearest state is named in the refusal; \`accept_unknown\` records it as received, in grey, and any state may follow.

${table(
  ['code', 'text', 'stage', 'colour', 'final', 'reported by', 'buyers read'],
  SHIPMENT_STATES.map(({ code, label, stage, badge, final, publicLabel }) => [
    `\`${code}\``,
    label,
    stage,
    badge,
    final ? 'yes' : '',
    reportersOf(code).join(', '),
    publicLabel,
  ]),
)}

## What they cause

Everything but the end of a payment happens in the transaction that records the event. No state sends a mail. Streams get a change
event of the shipment and of its order ([the guide](api/README.md#receiving-changes)). The order's state is that of an order with this
shipment alone; the guide explains [orders of several](api/README.md#reading).

${table(
  ['state', 'order', 'the sender may', 'effects'],
  SHIPMENT_STATES.map(({ code }) => [
    `\`${code}\``,
    orderStateWith(code),
    actionsIn(code).join(', '),
    effectsOf(code).join('; '),
  ]),
)}

Once a shipment is collected, changes of its address wait for the provider
([the guide](api/README.md#changing-the-address)). The first collecting state starts the promise of delivery if the printed label didn't. Units from
the provider's warehouse leave its stock with the first state other than ${codes(statesInStock())}.

## What may follow

A state that isn't final may be repeated, also at another time. Nothing follows a final state.

### Delivery

${transitions('entrega')}

### Reverse logistics

From the buyer back to the sender.

${transitions('inversa')}

## An example

${exampleCall()}
`;
}

/** Usual histories of shipments. */
const PATHS: readonly (readonly [Direction, readonly ShipmentStateCode[]])[] = [
  ['entrega', ['registrado', 'retirado', 'recibido_cd', 'en_transito', 'en_sucursal_destino', 'en_curso', 'entregado']],
  ['entrega', ['en_curso', 'no_entregado', 'reprogramado', 'en_curso', 'no_entregado', 'devolucion', 'devuelto']],
  ['inversa', ['li_registrada', 'retirado', 'recibido_cd', 'transito_remitente', 'entregado']],
];

/** @throws Error if the rules don't allow a step any more */
function pathText(direction: Direction, path: readonly ShipmentStateCode[]): string {
  for (const [index, to] of path.slice(1).entries()) {
    const from = path[index] as ShipmentStateCode;
    if (!isTransitionAllowed(from, to, direction)) throw new Error(`the usual path has a wrong step: ${from} → ${to}`);
  }
  return path.map((code) => `\`${code}\``).join(' → ');
}

/** Returns a diagram of the stages: between which of them a shipment can move, and in which final states it can end. */
function diagram(): string {
  const ends = SHIPMENT_STATES.filter(({ final }) => final);
  const edges = STAGES.flatMap((stage, index) => {
    const following = SHIPMENT_STATES.filter((state) => state.stage === stage && !state.final).flatMap(({ code }) =>
      (['entrega', 'inversa'] as const).flatMap((direction) => nextStates(code, direction)),
    );
    const targets = new Set(
      following.map((code) => (shipmentState(code).final ? code : `s${STAGES.indexOf(shipmentState(code).stage)}`)),
    );
    targets.delete(`s${index}`);
    return [...targets].sort().map((target) => `  s${index} --> ${target}`);
  });
  return [
    '```mermaid',
    'flowchart LR',
    ...STAGES.map((stage, index) => `  s${index}["${stage}"]`),
    ...ends.map(({ code, label }) => `  ${code}(["${label}"])`),
    ...edges,
    '```',
  ].join('\n');
}

const codes = (list: readonly string[]) => list.map((code) => `\`${code}\``).join(', ') || 'nothing';

function transitions(direction: Direction): string {
  const rows = SHIPMENT_STATES.map(({ code }) => [`\`${code}\``, codes(nextStates(code, direction))]);
  return table(['after', 'may follow'], [...rows, ['an unknown state', 'any state']]);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
