import {
  assignQueueItem,
  countQueues,
  listQueue,
  MAX_QUEUED,
  type QueueItem,
  snoozeQueueItem,
} from '#shared/ops/queues.ts';
import { QUEUE_NAMES, QUEUES } from '#shared/rules/queues.ts';
import { command } from './command.ts';
import { CLIENT, OF_CLIENT, PAGED } from './options.ts';
import { card, pageLine, table } from './show.ts';

const SLUGS = Object.fromEntries(QUEUE_NAMES.map((queue) => [QUEUES[queue].slug, queue]));

const QUEUE = {
  to: 'params.queue',
  value: 'COLA',
  help: `Una de ${Object.keys(SLUGS).join(', ')}`,
  choices: SLUGS,
};

const TASK = { to: 'params.id', value: 'TAREA', help: 'Número de la tarea, según la lista de la cola' };

const shown = ({ results }: { results: QueueItem }) =>
  card({
    Cola: QUEUES[results.queue].name,
    Empresa: results.company,
    Tarea: results.name || results.thing_id,
    Desde: results.since,
    Asignada: results.assigned_to?.name ?? null,
    Pospuesta: results.snoozed_until,
  });

export const queueCommands = [
  command({
    name: 'colas',
    help: 'Cuenta las tareas de cada cola, las que pasaron su plazo y las tuyas',
    call: countQueues,
    show: ({ results }) =>
      table(results, {
        COLA: (one) => QUEUES[one.queue].slug,
        TAREAS: (one) => `${one.total}${one.total === MAX_QUEUED ? '+' : ''}`,
        VENCIDAS: (one) => one.beyond,
        'MÁS ANTIGUA': (one) => one.oldest,
        MÍAS: (one) => one.mine,
      }),
  }),
  command({
    name: 'cola',
    help: 'Lista las tareas de una cola, primero las más antiguas',
    call: listQueue,
    words: [QUEUE],
    options: {
      cliente: OF_CLIENT,
      mias: { to: 'query.filter.mine', on: '1', help: 'Sólo las tuyas, también las pospuestas' },
      ...PAGED,
    },
    show: ({ results, pagination }) =>
      table(results, {
        CLIENTE: (one) => one.client_id,
        TAREA: (one) => one.thing_id,
        EMPRESA: (one) => one.company,
        NOMBRE: (one) => one.name,
        ESTADO: (one) => one.state,
        DESDE: (one) => one.since,
        VENCIDA: (one) => (one.beyond ? 'sí' : 'no'),
        ASIGNADA: (one) => one.assigned_to?.name ?? null,
      }) + pageLine(pagination),
  }),
  command({
    name: 'asignar',
    help: 'Asigna una tarea de una cola a una persona del personal, o a nadie',
    call: assignQueueItem,
    words: [QUEUE, CLIENT, TASK],
    options: {
      persona: { to: 'body.staff_id', value: 'PERSONA', help: 'Número de la persona; sin esta opción, nadie' },
      'en-lugar-de': {
        to: 'body.instead_of',
        value: 'PERSONA',
        help: 'Número de la persona que la tiene asignada, si la tiene alguien',
      },
    },
    defaults: () => ({ 'body.staff_id': null, 'body.instead_of': null }),
    show: shown,
  }),
  command({
    name: 'posponer',
    help: 'Oculta una tarea de una cola hasta un día, o la muestra de nuevo',
    call: snoozeQueueItem,
    words: [QUEUE, CLIENT, TASK],
    options: { hasta: { to: 'body.until', value: 'AAAA-MM-DD', help: 'Día en que vuelve; sin esta opción, ahora' } },
    defaults: () => ({ 'body.until': null }),
    show: shown,
  }),
];
