import { createKey, listKeys, revokeKey } from '#shared/ops/keys.ts';
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
        REVOCADA: (one) => one.revoked_at,
      }),
  }),
  command({
    name: 'clave-nueva',
    help: 'Crea una clave y la muestra una única vez',
    call: createKey,
    words: [{ to: 'body.name', value: 'NOMBRE', help: 'Sistema que va a usar la clave' }],
    show: ({ results }) => card({ Número: results.id, Nombre: results.name, Clave: results.key }),
  }),
  command({
    name: 'revocar',
    help: 'Revoca una clave de inmediato y para siempre',
    call: revokeKey,
    words: [{ to: 'params.id', value: 'CLAVE', help: 'Número de la clave' }],
    show: () => '',
  }),
];
