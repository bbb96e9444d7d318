import { listRepeatedKeys, REPEATED_KEY_NAMES } from '#shared/ops/repeated-keys.ts';
import { command } from './command.ts';
import { table } from './show.ts';

export const repeatedKeyCommands = [
  command({
    name: 'repetidos',
    help: 'Lista números de orden y SKU que se ven iguales a otro más viejo del mismo cliente',
    call: listRepeatedKeys,
    show: ({ results }) =>
      table(results, {
        CLIENTE: ({ client_id, company }) => `${client_id} ${company}`,
        QUÉ: ({ kind }) => REPEATED_KEY_NAMES[kind],
        ESTE: ({ text, tracking_id }) => [text, tracking_id].filter(Boolean).join(' '),
        'ES IGUAL A': ({ same_as, same_as_tracking_id }) => [same_as, same_as_tracking_id].filter(Boolean).join(' '),
      }),
  }),
];
