import { listAllActivity } from '#shared/ops/activity.ts';
import { isKnown, providerDescription } from '#shared/rules/activity-sentence.ts';
import { command } from './command.ts';
import { table } from './show.ts';

/** Returns the description of an action, or the action itself if an older or newer version wrote it. */
const describeAction = (action: string) => (isKnown(action) ? providerDescription(action) : action);

export const activityCommands = [
  command({
    name: 'actividad',
    help: 'Lista quién hizo qué, lo último primero',
    call: listAllActivity,
    options: {
      cliente: { to: 'query.filter.client', value: 'NÚMERO', help: 'Sólo de este cliente; por defecto, de todos' },
      quien: {
        to: 'query.filter.actor',
        value: 'NOMBRE',
        help: 'Sólo de este usuario, persona o clave, por nombre, email o número',
      },
      id: {
        to: 'query.filter.actor_id',
        value: 'NÚMERO',
        help: 'Sólo del usuario, la persona o la clave con este número',
      },
      tipo: { to: 'query.filter.actor_kind', value: 'TIPO', help: 'Sólo de este tipo: user, staff, key o anonymous' },
      accion: { to: 'query.filter.action', value: 'CÓDIGO', help: 'Sólo esta acción, como order.cancel' },
      sobre: { to: 'query.filter.target', value: 'CÓDIGO', help: 'Sólo sobre esta orden, este envío o este número' },
      desde: { to: 'query.filter.from_date', value: 'AAAA-MM-DD', help: 'Primer día' },
      hasta: { to: 'query.filter.to_date', value: 'AAAA-MM-DD', help: 'Último día' },
      limite: { to: 'query.limit', value: 'N', help: 'Cuántas filas; por defecto, 50, y hasta 500' },
      cursor: { to: 'query.cursor', value: 'CURSOR', help: 'Sigue después de la última fila de otra lista' },
    },
    show: ({ results, cursor }) =>
      [
        table(results, {
          FECHA: (one) => one.at,
          CLIENTE: (one) => one.client_id,
          QUIÉN: (one) => one.actor.name || 'sin sesión',
          TIPO: (one) => one.actor.kind,
          ID: (one) => one.actor.id,
          EMAIL: (one) => one.actor.email,
          'QUÉ HIZO': (one) => describeAction(one.action),
          SOBRE: (one) => one.target_name ?? one.target,
          RED: (one) => one.network,
          VECES: (one) => one.times,
        }),
        ...(cursor ? [`Hay más: --cursor ${cursor}`] : []),
      ].join('\n'),
  }),
];
