import {
  type CLIENT_STATES,
  changeClient,
  listClients,
  type OperatorClient,
  readClient,
  readClientOverview,
} from '#shared/ops/clients.ts';
import { formatCuit } from '#shared/rules/cuit.ts';
import { command } from './command.ts';
import { CLIENT, PAGED } from './options.ts';
import { card, pageLine, shown, table } from './show.ts';

/** Names of the states on the command line. */
const STATE_NAMES: Record<(typeof CLIENT_STATES)[number], string> = {
  pending: 'a revisar',
  approved: 'aprobado',
  rejected: 'rechazado',
  blocked: 'bloqueado',
};

export const cuit = ({ cuit, cuit_valid }: OperatorClient) => `${formatCuit(cuit)}${cuit_valid ? '' : ' (revisar)'}`;

const flag = (name: string, help: string) => ({ to: `body.${name}`, value: '1|0', help });

export const clientCommands = [
  command({
    name: 'clientes',
    help: 'Lista los clientes por nombre de empresa, con sus permisos',
    call: listClients,
    options: {
      buscar: {
        to: 'query.filter.search',
        value: 'TEXTO',
        help: 'Parte del nombre de la empresa, del CUIT, del usuario o del email',
      },
      ...PAGED,
    },
    show: ({ results, pagination }) =>
      table(results, {
        CLIENTE: (one) => one.client_id,
        EMPRESA: (one) => one.nombre_empresa,
        CUIT: cuit,
        ESTADO: (one) => STATE_NAMES[one.state],
        USUARIO: (one) => one.username,
        PREPAGO: (one) => one.prepago,
        INVERSA: (one) => one.logistica_inversa,
        FULFILLMENT: (one) => one.fulfillment,
        TÉRMINOS: (one) => one.terms_accepted,
      }) + pageLine(pagination),
  }),
  command({
    name: 'cliente',
    help: 'Muestra un cliente; con opciones, cambia sus permisos desde su próxima llamada',
    call: readClient,
    change: changeClient,
    words: [CLIENT],
    options: {
      prepago: flag('prepago', '1 si paga antes de enviar, 0 si no'),
      inversa: flag('logistica_inversa', '1 si puede crear órdenes inversas, 0 si no'),
      fulfillment: flag('fulfillment', '1 si usa el depósito del operador, 0 si no'),
    },
    show: ({ results }) =>
      card({
        Cliente: results.client_id,
        Empresa: results.nombre_empresa,
        'Razón social': results.razon_social,
        CUIT: cuit(results),
        Contacto: `${results.first_name} ${results.last_name}`,
        Usuario: results.username,
        Email: results.email,
        Prepago: results.prepago,
        'Logística inversa': results.logistica_inversa,
        Fulfillment: results.fulfillment,
        'Términos aceptados': results.terms_accepted,
        Registro: results.registered,
        Estado: STATE_NAMES[results.state],
        Motivo: results.blocked_reason ?? results.rejection_reason,
        'Otros con el CUIT': results.same_cuit,
        Activación: results.activated_at ? shown(results.activated_at) : 'pendiente',
      }),
  }),
  command({
    name: 'resumen-cliente',
    help: 'Cuenta las órdenes de un cliente por estado, y lo que espera una acción suya',
    call: readClientOverview,
    words: [CLIENT],
    show: ({ results: { orders, pending } }) =>
      `${table(orders, { ÓRDENES: (one) => one.state, CANTIDAD: (one) => one.total })}\n${table(pending, {
        'ESPERA AL CLIENTE': (one) => one.kind,
        CANTIDAD: (one) => one.total,
        VENCIDAS: (one) => one.overdue,
      })}`,
  }),
];
