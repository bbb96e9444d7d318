import * as users from '#shared/ops/client-users.ts';
import * as clients from '#shared/ops/clients.ts';
import * as recovery from '#shared/ops/factor-recovery.ts';
import { USER_ROLE_NAMES } from '#shared/rules/permissions.ts';
import { cuit } from './clients.ts';
import { command } from './command.ts';
import { CLIENT, PAGED } from './options.ts';
import { pageLine, table } from './show.ts';

const USER = { to: 'params.id', value: 'USUARIO', help: 'Nombre o número del usuario' };
const REASON = { to: 'body.reason', value: 'MOTIVO', help: 'Motivo, que el cliente lee' };

const field = (name: string, value: string, help: string) => ({ to: `body.${name}`, value, help });

const done = () => '';

export const approvalCommands = [
  command({
    name: 'altas',
    help: 'Lista los registros a revisar',
    call: clients.listClients,
    defaults: () => ({ 'query.filter.state': 'pending' }),
    options: PAGED,
    show: ({ results, pagination }) =>
      table(results, {
        CLIENTE: (one) => one.client_id,
        'RAZÓN SOCIAL': (one) => one.razon_social,
        CUIT: cuit,
        'OTROS CON EL CUIT': (one) => one.same_cuit,
        USUARIO: (one) => one.username,
        EMAIL: (one) => one.email,
        REGISTRO: (one) => one.registered,
        ACTIVACIÓN: (one) => one.activated_at,
      }) + pageLine(pagination),
  }),
  command({
    name: 'cliente-nuevo',
    help: 'Crea un cliente aprobado; su dueño recibe un enlace para elegir la contraseña',
    call: clients.createClient,
    options: {
      'razon-social': field('razon_social', 'NOMBRE', 'Razón social'),
      empresa: field('nombre_empresa', 'NOMBRE', 'Nombre de la empresa'),
      cuit: field('cuit', 'CUIT', 'CUIT'),
      nombre: field('nombre', 'NOMBRE', 'Nombre del dueño'),
      apellido: field('apellido', 'APELLIDO', 'Apellido del dueño'),
      telefono: field('telefono', 'TELÉFONO', 'Teléfono del dueño'),
      email: field('email', 'EMAIL', 'Email del dueño'),
      usuario: field('username', 'USUARIO', 'Nombre de usuario del dueño'),
      prepago: field('prepago', '1|0', '1 si paga antes de enviar; por defecto, no'),
      inversa: field('logistica_inversa', '1|0', '1 si puede crear órdenes inversas; por defecto, no'),
      fulfillment: field('fulfillment', '1|0', '1 si usa el depósito del operador; por defecto, no'),
    },
    defaults: () => ({ body: {} }),
    show: ({ results }) => `Cliente ${results.client_id}`,
  }),
  command({
    name: 'aprobar-alta',
    help: 'Aprueba un cliente: desde su próxima llamada puede crear órdenes',
    call: clients.approveClient,
    words: [CLIENT],
    show: done,
  }),
  command({
    name: 'rechazar-alta',
    help: 'Rechaza un registro',
    call: clients.rejectClient,
    words: [CLIENT, REASON],
    show: done,
  }),
  command({
    name: 'deshacer-alta',
    help: 'Deshace la decisión de un registro, durante 10 segundos',
    call: clients.undoRegistrationDecision,
    words: [CLIENT],
    show: done,
  }),
  command({
    name: 'bloquear',
    help: 'Bloquea a un cliente de inmediato; sus envíos en camino siguen',
    call: clients.blockClient,
    words: [CLIENT, REASON],
    show: done,
  }),
  command({
    name: 'desbloquear',
    help: 'Termina el bloqueo de un cliente',
    call: clients.unblockClient,
    words: [CLIENT],
    show: done,
  }),
  command({
    name: 'cerrar-sesiones',
    help: 'Cierra las sesiones de todos los usuarios de un cliente',
    call: clients.endClientSessions,
    words: [CLIENT],
    show: done,
  }),
  command({
    name: 'corregir',
    help: 'Corrige los datos de un cliente',
    call: clients.correctClient,
    words: [CLIENT],
    defaults: () => ({ body: {} }),
    options: {
      'razon-social': field('razon_social', 'NOMBRE', 'Razón social'),
      empresa: field('nombre_empresa', 'NOMBRE', 'Nombre de la empresa'),
      cuit: field('cuit', 'CUIT', 'CUIT'),
    },
    show: done,
  }),
  command({
    name: 'usuarios',
    help: 'Lista los usuarios de un cliente',
    call: users.listClientUsers,
    words: [CLIENT],
    show: ({ results }) =>
      table(results, {
        USUARIO: (one) => one.id,
        NOMBRE: (one) => one.username,
        EMAIL: (one) => one.email,
        PERSONA: (one) => `${one.first_name} ${one.last_name}`,
        ROL: (one) => USER_ROLE_NAMES[one.role],
        ACTIVACIÓN: (one) => one.activated_at,
        SUSPENDIDO: (one) => one.suspended,
        BLOQUEO: (one) => one.blocked_reason,
        SESIONES: (one) => one.sessions,
        'ÚLTIMO USO': (one) => one.last_seen_at,
      }),
  }),
  command({
    name: 'bloquear-usuario',
    help: 'Bloquea a un usuario de inmediato',
    call: users.blockUser,
    words: [CLIENT, USER, REASON],
    show: done,
  }),
  command({
    name: 'desbloquear-usuario',
    help: 'Termina el bloqueo de un usuario',
    call: users.unblockUser,
    words: [CLIENT, USER],
    show: done,
  }),
  command({
    name: 'cerrar-sesiones-usuario',
    help: 'Cierra las sesiones de un usuario',
    call: users.endUserSessions,
    words: [CLIENT, USER],
    show: done,
  }),
  command({
    name: 'corregir-usuario',
    help: 'Corrige los datos de un usuario; un email nuevo se avisa a los dos y detiene una recuperación abierta',
    call: users.correctUser,
    words: [CLIENT, USER],
    defaults: () => ({ body: {} }),
    options: {
      email: field('email', 'EMAIL', 'Email'),
      nombre: field('first_name', 'NOMBRE', 'Nombre'),
      apellido: field('last_name', 'APELLIDO', 'Apellido'),
      telefono: field('phone', 'TELÉFONO', 'Teléfono'),
    },
    show: done,
  }),
  command({
    name: 'reenviar-activacion',
    help: 'Envía de nuevo el mail de activación de un usuario',
    call: users.sendUserActivation,
    words: [CLIENT, USER],
    show: done,
  }),
  command({
    name: 'recuperar-segundo-paso',
    help: 'Pide recuperar el segundo paso del único dueño de un cliente; otra persona lo aprueba',
    call: recovery.requestFactorRecovery,
    words: [CLIENT, USER],
    show: done,
  }),
  command({
    name: 'aprobar-recuperacion',
    help: 'Aprueba una recuperación que pidió otra persona; el código se da 24 horas después',
    call: recovery.approveFactorRecovery,
    words: [CLIENT, USER],
    show: done,
  }),
  command({
    name: 'codigo-de-recuperacion',
    help: 'Muestra el código de una recuperación aprobada: sirve una vez, durante 10 minutos',
    call: recovery.giveFactorRecoveryCode,
    words: [CLIENT, USER],
    show: ({ results }) => results.code,
  }),
];
