import { createKey, listKeys, revokeKey } from '#shared/ops/keys.ts';
import { STAFF_PERMISSIONS } from '#shared/rules/staff-permissions.ts';
import { command } from './command.ts';
import { card, table } from './show.ts';

export const keyCommands = [
  command({
    name: 'claves',
    help: 'Lista las claves de operador; sólo se guarda su hash',
    call: listKeys,
    show: ({ results }) =>
      table(results, {
        CLAVE: (one) => one.id,
        NOMBRE: (one) => `${one.name}${one.current ? ' (ésta)' : ''}`,
        CREADA: (one) => one.created_at,
        'ÚLTIMO USO': (one) => one.last_used_at,
        ALCANCES: (one) => one.scopes?.join(', ') ?? 'todos',
        VENCE: (one) => one.expires_on,
        REDES: (one) => one.networks?.join(', ') ?? 'todas',
        REVOCADA: (one) => one.revoked_at,
      }),
  }),
  command({
    name: 'clave-nueva',
    help: 'Crea una clave y la muestra una única vez',
    call: createKey,
    words: [{ to: 'body.name', value: 'NOMBRE', help: 'Sistema que va a usar la clave' }],
    options: {
      alcances: {
        to: 'body.scopes',
        value: 'LISTA',
        list: true,
        help: `Alcances de la clave, separados por comas; por defecto, todos: ${STAFF_PERMISSIONS.join(', ')}`,
      },
      vence: { to: 'body.expires_on', value: 'AAAA-MM-DD', help: 'Último día de validez; por defecto, no vence' },
      redes: {
        to: 'body.networks',
        value: 'LISTA',
        list: true,
        help: 'Direcciones IP o redes desde las que sirve, separadas por comas; por defecto, todas',
      },
    },
    show: ({ results }) => card({ Número: results.id, Nombre: results.name, Clave: results.key }),
  }),
  command({
    name: 'revocar',
    help: 'Revoca una clave de inmediato, sin vuelta atrás',
    call: revokeKey,
    words: [{ to: 'params.id', value: 'CLAVE', help: 'Número de la clave' }],
    show: () => '',
  }),
];
