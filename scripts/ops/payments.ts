import { money } from '#shared/format.ts';
import { type AttentionCode, clientPayments, flaggedPayments, type OperatorPayment } from '#shared/ops/payments.ts';
import { command } from './command.ts';
import { CLIENT, OF_CLIENT, PAGED } from './options.ts';
import { pageLine, table } from './show.ts';

const REASONS: Record<AttentionCode, string> = {
  approved_after_cancel: 'aprobado después de cancelarlo',
  paid_after_end: 'pagado con envíos ya finalizados',
  paid_twice: 'pagado dos veces',
  mismatch: 'otro importe',
  refunded: 'devuelto',
  charged_back: 'desconocido ante la tarjeta',
  in_mediation: 'en mediación',
};

const columns = {
  PAGO: (one: OperatorPayment) => one.id,
  ESTADO: (one: OperatorPayment) => one.state.name,
  IMPORTE: (one: OperatorPayment) => money(one.amount),
  CREADO: (one: OperatorPayment) => one.created_at,
  'PAGO EN MERCADO PAGO': (one: OperatorPayment) => one.payment_id,
  'ESTADO EN MERCADO PAGO': (one: OperatorPayment) => one.provider_status,
  ATENCIÓN: (one: OperatorPayment) => one.attention && REASONS[one.attention],
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
        help: `Sólo los de este motivo: ${Object.keys(REASONS).join(', ')}`,
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
];
