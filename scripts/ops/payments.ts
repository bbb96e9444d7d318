import { money } from '#shared/format.ts';
import type { ReplyOf } from '#shared/http/endpoint.ts';
import {
  ATTENTION_CODES,
  ATTENTION_NAMES,
  clientPayments,
  closePaymentCase,
  flaggedPayments,
  type OperatorPayment,
  readOperatorPayment,
} from '#shared/ops/payments.ts';
import { command } from './command.ts';
import { CLIENT, OF_CLIENT, PAGED } from './options.ts';
import { card, pageLine, table } from './show.ts';

const columns = {
  PAGO: (one: OperatorPayment) => one.id,
  ESTADO: (one: OperatorPayment) => one.state.name,
  IMPORTE: (one: OperatorPayment) => money(one.amount),
  CREADO: (one: OperatorPayment) => one.created_at,
  'PAGO EN MERCADO PAGO': (one: OperatorPayment) => one.payment_id,
  'ESTADO EN MERCADO PAGO': (one: OperatorPayment) => one.provider_status,
  ATENCIÓN: (one: OperatorPayment) => one.attention && ATTENTION_NAMES[one.attention],
};

const PAYMENT = { to: 'params.id', value: 'PAGO', help: 'Número del pago' };

type Closure = ReplyOf<typeof readOperatorPayment>['results']['closures'][number];

const closureColumns = {
  CERRADO: (one: Closure) => one.at,
  POR: (one: Closure) => one.by,
  'SE REVISABA': (one: Closure) => ATTENTION_NAMES[one.attention],
  'CÓMO SE RESOLVIÓ': (one: Closure) => one.reason,
};

export const paymentCommands = [
  command({
    name: 'pagos-a-revisar',
    help: 'Lista los pagos a revisar, primero los más antiguos',
    call: flaggedPayments,
    options: {
      cliente: OF_CLIENT,
      motivo: {
        to: 'query.filter.code',
        value: 'CÓDIGO',
        help: `Sólo los de este motivo: ${ATTENTION_CODES.join(', ')}`,
      },
      ...PAGED,
    },
    show: ({ results, pagination }) =>
      table(results, { CLIENTE: (one) => one.client_id, ...columns, DESDE: (one) => one.attention_at }) +
      pageLine(pagination),
  }),
  command({
    name: 'pagos',
    help: 'Lista los pagos de un cliente, primero los de cambio más reciente',
    call: clientPayments,
    words: [CLIENT],
    options: {
      estado: {
        to: 'query.filter.state_id',
        value: 'ESTADO',
        help: 'Sólo los de este estado: 54 pendiente, 56 confirmado, 41 cancelado',
      },
      orden: { to: 'query.filter.tracking', value: 'ORDEN', help: 'Sólo los que incluyen esta orden, por su número' },
      desde: { to: 'query.filter.from_date', value: 'AAAA-MM-DD', help: 'Creados desde este día' },
      hasta: { to: 'query.filter.to_date', value: 'AAAA-MM-DD', help: 'Creados hasta este día' },
      ...PAGED,
    },
    show: ({ results, pagination }) => table(results, columns) + pageLine(pagination),
  }),
  command({
    name: 'cerrar-pago',
    help: 'Cierra la revisión de un pago con cómo se resolvió; el pago y sus órdenes no cambian',
    call: closePaymentCase,
    words: [CLIENT, PAYMENT],
    options: { motivo: { to: 'body.reason', value: 'TEXTO', help: 'Cómo se resolvió' } },
    defaults: () => ({ body: {} }),
    show: ({ results }) => table(results.closures, closureColumns),
  }),
  command({
    name: 'pago',
    help: 'Muestra un pago de un cliente con sus órdenes y las revisiones que se cerraron',
    call: readOperatorPayment,
    words: [CLIENT, PAYMENT],
    show: ({ results }) => {
      const values = Object.entries(columns).map(([name, value]) => [name, value(results)]);
      const orders = table(results.orders, {
        ORDEN: (one) => one.order_id,
        SEGUIMIENTO: (one) => one.tracking_id,
        IMPORTE: (one) => money(one.amount),
      });
      const closed = results.closures.length > 0 ? [table(results.closures, closureColumns)] : [];
      return [card(Object.fromEntries(values)), orders, ...closed].join('\n');
    },
  }),
];
