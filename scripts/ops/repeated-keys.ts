import { listRepeatedKeys, type RepeatedKey } from '#shared/ops/repeated-keys.ts';
import { command } from './command.ts';
import { table } from './show.ts';

const KINDS: Record<RepeatedKey['kind'], string> = { order: 'orden', product: 'producto', stock: 'depósito' };

export const repeatedKeyCommands = [
  command({
    name: 'repetidos',
    help: 'Lista números de orden y SKU que se ven iguales a otro más viejo del mismo cliente',
    call: listRepeatedKeys,
    show: ({ results }) =>
      table(results, {
        CLIENTE: ({ client_id, company }) => `${client_id} ${company}`,
        QUÉ: ({ kind }) => KINDS[kind],
        ESTE: ({ text, tracking_id }) => [text, tracking_id].filter(Boolean).join(' '),
        'ES IGUAL A': ({ same_as, same_as_tracking_id }) => [same_as, same_as_tracking_id].filter(Boolean).join(' '),
      }),
  }),
];
