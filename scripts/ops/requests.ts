import { formatDate, money } from '#shared/format.ts';
import type { AnyEndpoint, ReplyOf } from '#shared/http/endpoint.ts';
import {
  decideModification,
  listModifications,
  type OperatorModification,
  readModification,
  showRequestedChanges,
  undoModification,
} from '#shared/ops/modifications.ts';
import {
  decideReschedule,
  listReschedules,
  type OperatorReschedule,
  readReschedule,
  undoReschedule,
} from '#shared/ops/reschedules.ts';
import { type Command, command } from './command.ts';
import { CLIENT, OF_CLIENT, PAGED } from './options.ts';
import { card, pageLine, table } from './show.ts';

/** Names of a command. */
type Named = Pick<Command, 'name' | 'help'>;

/** Requests of senders that the provider decides. */
interface Requests<L extends AnyEndpoint, D extends AnyEndpoint, U extends AnyEndpoint> {
  /** Describes the number of a request. */
  number: string;
  list: Named & { call: L; show: (reply: ReplyOf<L>) => string };
  decision: { call: D; show: (reply: ReplyOf<D>) => string };
  approval: Named;
  rejection: Named;
  undoing: Named & { call: U; show: (reply: ReplyOf<U>) => string };
}

/** Returns the commands that list, approve and reject requests of one kind, and undo a decision. */
function commandsOf<L extends AnyEndpoint, D extends AnyEndpoint, U extends AnyEndpoint>(
  requests: Requests<L, D, U>,
): Command[] {
  const words = [CLIENT, { to: 'params.id', value: 'PEDIDO', help: requests.number }];
  return [
    command({
      ...requests.list,
      options: {
        estado: { to: 'query.filter.state', value: 'ESTADO', help: 'Pendiente (por defecto), Aprobado o Rechazado' },
        cliente: OF_CLIENT,
        ...PAGED,
      },
    }),
    command({
      ...requests.approval,
      ...requests.decision,
      words,
      defaults: () => ({ 'body.approved': true }),
    }),
    command({
      ...requests.rejection,
      ...requests.decision,
      words,
      options: { motivo: { to: 'body.reason', value: 'TEXTO', help: 'Motivo que ve el cliente' } },
      defaults: () => ({ 'body.approved': false }),
    }),
    command({ ...requests.undoing, words }),
  ];
}

/** Returns the changed fields of a request as text. */
export const changes = ({ changes }: Pick<OperatorModification, 'changes'>) =>
  changes.map(({ field, before, after }) => `${field}: ${before || '-'} → ${after || '-'}`).join('; ');

/** Returns the price of the shipments that aren't final, and the new price if it differs. */
const prices = ({ cost_before, cost_after }: OperatorModification) =>
  cost_before === cost_after ? money(cost_before) : `${money(cost_before)} → ${money(cost_after)}`;

const modified = ({ results }: { results: OperatorModification }) =>
  card({
    Orden: results.order_id,
    Seguimiento: results.tracking_id,
    Estado: results.state,
    Motivo: results.reason,
    Costo: prices(results),
    Cambios: changes(results),
  });

const rescheduled = ({ results }: { results: OperatorReschedule }) =>
  card({
    Envío: results.shipment_id,
    Orden: results.order_id,
    Día: formatDate(results.date),
    Nota: results.note,
    Estado: results.state,
    Motivo: results.reason,
  });

const modificationCommands = commandsOf({
  number: 'Número del pedido de modificación',
  list: {
    name: 'modificaciones',
    help: 'Lista los pedidos de modificación pendientes, o los de otro estado',
    call: listModifications,
    show: ({ results, pagination }) =>
      table(results, {
        CLIENTE: (one) => one.client_id,
        PEDIDO: (one) => one.id,
        ORDEN: (one) => one.order_id,
        SEGUIMIENTO: (one) => one.tracking_id,
        ESTADO: (one) => one.state,
        FECHA: (one) => one.requested_at,
        COSTO: prices,
        CAMBIOS: changes,
      }) + pageLine(pagination),
  },
  decision: { call: decideModification, show: modified },
  approval: { name: 'aprobar', help: 'Aprueba un pedido de modificación y cambia la orden' },
  rejection: { name: 'rechazar', help: 'Rechaza un pedido de modificación' },
  undoing: {
    name: 'deshacer-modificacion',
    help: 'Deshace la decisión de una modificación, durante 10 segundos',
    call: undoModification,
    show: modified,
  },
});

const rescheduleCommands = commandsOf({
  number: 'Número del pedido de reprogramación',
  list: {
    name: 'reprogramaciones',
    help: 'Lista los pedidos pendientes de entregar otro día, o los de otro estado',
    call: listReschedules,
    show: ({ results, pagination }) =>
      table(results, {
        CLIENTE: (one) => one.client_id,
        PEDIDO: (one) => one.id,
        ENVÍO: (one) => one.shipment_id,
        ORDEN: (one) => one.order_id,
        ESTADO: (one) => one.state,
        FECHA: (one) => one.requested_at,
        DÍA: (one) => formatDate(one.date),
        NOTA: (one) => one.note,
      }) + pageLine(pagination),
  },
  decision: { call: decideReschedule, show: rescheduled },
  approval: {
    name: 'aceptar-reprogramacion',
    help: 'Acepta entregar un envío el día pedido, que pasa a ser el prometido',
  },
  rejection: { name: 'rechazar-reprogramacion', help: 'Rechaza entregar un envío el día pedido' },
  undoing: {
    name: 'deshacer-reprogramacion',
    help: 'Deshace la decisión de una reprogramación, durante 10 segundos',
    call: undoReschedule,
    show: rescheduled,
  },
});

/** Commands about requests of senders that the provider decides. */
export const requestCommands = [
  ...modificationCommands,
  command({
    name: 'modificacion',
    help: 'Muestra un pedido de modificación, y quién lo decidió',
    call: readModification,
    words: [CLIENT, { to: 'params.id', value: 'PEDIDO', help: 'Número del pedido de modificación' }],
    show: ({ results }) => `${modified({ results })}\n${card({ Decidió: results.decided_by })}`,
  }),
  command({
    name: 'datos-de-modificacion',
    help: 'Muestra completos los datos que cambia un pedido de modificación; queda registrado',
    call: showRequestedChanges,
    words: [CLIENT, { to: 'params.id', value: 'PEDIDO', help: 'Número del pedido de modificación' }],
    show: ({ results }) => card({ Cambios: changes(results) }),
  }),
  ...rescheduleCommands,
  command({
    name: 'reprogramacion',
    help: 'Muestra un pedido de reprogramación, y quién lo decidió',
    call: readReschedule,
    words: [CLIENT, { to: 'params.id', value: 'PEDIDO', help: 'Número del pedido de reprogramación' }],
    show: ({ results }) => `${rescheduled({ results })}\n${card({ Decidió: results.decided_by })}`,
  }),
];
