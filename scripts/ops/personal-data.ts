import * as calls from '#shared/ops/personal-data.ts';
import { command, type Field } from './command.ts';
import { CLIENT } from './options.ts';
import { card, json } from './show.ts';

const BY: Field = {
  to: 'body.by',
  value: 'documento|email|telefono',
  help: 'Por qué dato se busca',
  choices: { documento: 'document', email: 'email', telefono: 'phone' },
};
const VALUE = { to: 'body.value', value: 'DATO', help: 'El dato completo' };
const USER = { to: 'params.id', value: 'USUARIO', help: 'Nombre o número del usuario; de quien ya no está, el número' };

export const personalDataCommands = [
  command({
    name: 'destinatario',
    help: 'Cuenta lo que la cuenta de un cliente guarda de un destinatario',
    call: calls.findClientReceiver,
    words: [CLIENT, BY, VALUE],
    show: ({ results }) =>
      card({
        Órdenes: results.orders,
        'Sin terminar': results.on_the_way,
        Modificaciones: results.requests,
        'Filas con errores': results.failed_rows,
        Nombres: results.names.join(', '),
      }),
  }),
  command({
    name: 'datos-destinatario',
    help: 'Muestra como JSON los datos de un destinatario en la cuenta de un cliente',
    call: calls.exportClientReceiver,
    words: [CLIENT, BY, VALUE],
    show: json,
  }),
  command({
    name: 'borrar-destinatario',
    help: 'Borra los datos de un destinatario de la cuenta de un cliente; los de órdenes en camino, cuando terminen',
    call: calls.eraseClientReceiver,
    words: [CLIENT, BY, VALUE],
    show: ({ results }) =>
      card({
        'Órdenes borradas': results.erased,
        'Cuando terminen': results.waiting,
        'Modificaciones borradas': results.requests,
        'Filas vaciadas': results.failed_rows,
      }),
  }),
  command({
    name: 'datos-usuario',
    help: 'Muestra como JSON los datos personales de un usuario de un cliente',
    call: calls.exportClientUser,
    words: [CLIENT, USER],
    show: json,
  }),
  command({
    name: 'borrar-usuario',
    help: 'Quita a un usuario de un cliente y borra sus datos personales',
    call: calls.eraseClientUser,
    words: [CLIENT, USER],
    show: () => '',
  }),
];
