import type { Pagination } from '#shared/http/pagination.ts';
import * as calls from '#shared/ops/notes.ts';
import { actorText } from '#shared/rules/event-actors.ts';
import { command } from './command.ts';
import { CLIENT, PAGED } from './options.ts';
import { pageLine, table } from './show.ts';

const ORDER = { to: 'params.id', value: 'ORDEN', help: 'Código de seguimiento de la orden, o etiqueta de un envío' };
const TEXT = { to: 'body.text', value: 'TEXTO', help: 'La nota, entre comillas' };

const listed = ({ results, pagination }: { results: calls.Note[]; pagination: Pagination }) =>
  table(results, {
    NOTA: (one) => one.id,
    FECHA: (one) => one.at,
    QUIÉN: ({ author }) => actorText(author),
    ORDEN: (one) => one.order?.tracking_id,
    TEXTO: (one) => one.text,
  }) + pageLine(pagination);

const done = () => '';

export const noteCommands = [
  command({
    name: 'notas',
    help: 'Lista las notas del personal sobre un cliente y sus órdenes, que el cliente no ve',
    call: calls.listClientNotes,
    words: [CLIENT],
    options: PAGED,
    show: listed,
  }),
  command({
    name: 'nota',
    help: 'Escribe una nota sobre un cliente, que el cliente no ve',
    call: calls.addClientNote,
    words: [CLIENT, TEXT],
    show: done,
  }),
  command({
    name: 'notas-orden',
    help: 'Lista las notas del personal sobre una orden',
    call: calls.listOrderNotes,
    words: [ORDER],
    options: PAGED,
    show: listed,
  }),
  command({
    name: 'nota-orden',
    help: 'Escribe una nota sobre una orden; se borra con los datos del destinatario',
    call: calls.addOrderNote,
    words: [ORDER, TEXT],
    show: done,
  }),
  command({
    name: 'borrar-nota',
    help: 'Borra una nota tuya; un administrador, cualquiera',
    call: calls.removeNote,
    words: [CLIENT, { to: 'params.id', value: 'NOTA', help: 'Número de la nota, según la lista' }],
    show: done,
  }),
];
