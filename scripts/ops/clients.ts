import * as modifications from '#shared/orders/staff-modifications.ts';
import * as queues from '#shared/orders/staff-queues.ts';
import * as reschedules from '#shared/orders/staff-reschedules.ts';
import * as recovery from '#shared/people/second-factor/staff-factor-recovery.ts';
import * as users from '#shared/people/staff-client-users.ts';
import * as clients from '#shared/people/staff-clients.ts';
import * as notes from '#shared/people/staff-notes.ts';
import * as persons from '#shared/people/staff-personal-data.ts';
import { command, commandsOf, withResults } from './command.ts';

const requestStates = { state: 'Pendiente (por defecto), Aprobado o Rechazado' };
const ofClient = { reason: 'Motivo, que el cliente lee' };

export const clientCommands = commandsOf({
  'cliente  Muestra un cliente; con opciones, cambia sus permisos desde su próxima llamada': command(
    clients.readClient,
    { change: clients.changeClient, columns: '*' },
  ),
  'resumen-cliente  Cuenta las órdenes de un cliente por estado, y lo que espera una acción suya':
    clients.readClientOverview,
  'altas  Lista los registros a revisar': command(clients.listClients, {
    set: { state: 'pending' },
    columns: 'client_id, razon_social, cuit, same_cuit, username, email, registered, activated_at',
  }),
  'cliente-nuevo  Crea un cliente aprobado; su dueño recibe un enlace para elegir la contraseña': command(
    clients.createClient,
    { words: '', columns: 'client_id' },
  ),
  'aprobar-alta  Aprueba un cliente: desde su próxima llamada puede crear órdenes': clients.approveClient,
  'rechazar-alta  Rechaza un registro': command(clients.rejectClient, { meaning: ofClient }),
  'deshacer-alta  Deshace la decisión de un registro, durante 10 segundos': clients.undoRegistrationDecision,
  'bloquear  Bloquea a un cliente de inmediato; sus envíos en camino siguen': command(clients.blockClient, {
    meaning: ofClient,
  }),
  'desbloquear  Termina el bloqueo de un cliente': clients.unblockClient,
  'cerrar-sesiones  Cierra las sesiones de todos los usuarios de un cliente': clients.endClientSessions,
  'corregir  Corrige los datos de un cliente': clients.correctClient,
  'usuarios  Lista los usuarios de un cliente': command(users.listClientUsers, {
    columns:
      'id, username=Nombre, email, Persona, role, activated_at, suspended, blocked_reason, sessions, last_seen_at',
    values: { Persona: (one) => `${one.first_name} ${one.last_name}` },
  }),
  'bloquear-usuario  Bloquea a un usuario de inmediato': command(users.blockUser, { meaning: ofClient }),
  'desbloquear-usuario  Termina el bloqueo de un usuario': users.unblockUser,
  'cerrar-sesiones-usuario  Cierra las sesiones de un usuario': users.endUserSessions,
  'corregir-usuario  Corrige los datos de un usuario; un email nuevo se avisa a los dos y detiene una recuperación abierta':
    users.correctUser,
  'reenviar-activacion  Envía de nuevo el mail de activación de un usuario': users.sendUserActivation,
  'recuperar-segundo-paso  Pide recuperar el segundo paso del único dueño de un cliente; otra persona lo aprueba':
    recovery.requestFactorRecovery,
  'aprobar-recuperacion  Aprueba una recuperación que pidió otra persona; el código se da 24 horas después':
    recovery.approveFactorRecovery,
  'codigo-de-recuperacion  Muestra el código de una recuperación aprobada: sirve una vez, durante 10 minutos':
    withResults(recovery.giveFactorRecoveryCode),

  'destinatario  Cuenta lo que la cuenta de un cliente guarda de un destinatario': persons.findClientReceiver,
  'datos-destinatario  Muestra como JSON los datos de un destinatario en la cuenta de un cliente':
    persons.exportClientReceiver,
  'borrar-destinatario  Borra los datos de un destinatario de la cuenta de un cliente; los de órdenes en camino, cuando terminen':
    command(persons.eraseClientReceiver, { columns: 'erased, waiting, requests, failed_rows' }),
  'datos-usuario  Muestra como JSON los datos personales de un usuario de un cliente': persons.exportClientUser,
  'borrar-usuario  Quita a un usuario de un cliente y borra sus datos personales': persons.eraseClientUser,

  'notas  Lista las notas del personal sobre un cliente y sus órdenes, que el cliente no ve': notes.listClientNotes,
  'nota  Escribe una nota sobre un cliente, que el cliente no ve': notes.addClientNote,
  'notas-orden  Lista las notas del personal sobre una orden': notes.listOrderNotes,
  'nota-orden  Escribe una nota sobre una orden; se borra con los datos del destinatario': notes.addOrderNote,
  'borrar-nota  Borra una nota tuya; un administrador, cualquiera': notes.removeNote,

  'colas  Cuenta las tareas de cada cola, las que pasaron su plazo y las tuyas': command(queues.countQueues, {
    columns: 'queue, total=Tareas, beyond, oldest, mine',
    values: { total: ({ total }) => `${total}${total === queues.MAX_QUEUED ? '+' : ''}` },
  }),
  'cola  Lista las tareas de una cola, primero las más antiguas': queues.listQueue,
  'asignar  Asigna una tarea de una cola a una persona del personal, o a nadie': withResults(queues.assignQueueItem),
  'posponer  Oculta una tarea de una cola hasta un día, o la muestra de nuevo': withResults(queues.snoozeQueueItem),

  'modificaciones  Lista los pedidos de modificación pendientes, o los de otro estado': command(
    modifications.listModifications,
    { meaning: requestStates },
  ),
  'modificacion  Muestra un pedido de modificación, y quién lo decidió': modifications.readModification,
  'aprobar  Aprueba un pedido de modificación y cambia la orden': command(modifications.decideModification, {
    set: { approved: true },
    options: '',
    columns: '*',
  }),
  'rechazar  Rechaza un pedido de modificación': command(modifications.decideModification, {
    set: { approved: false },
    meaning: ofClient,
    columns: '*',
  }),
  'deshacer-modificacion  Deshace la decisión de una modificación, durante 10 segundos': withResults(
    modifications.undoModification,
  ),
  'datos-de-modificacion  Muestra completos los datos que cambia un pedido de modificación; queda registrado': command(
    modifications.showRequestedChanges,
    { columns: 'changes' },
  ),
  'reprogramaciones  Lista los pedidos pendientes de entregar otro día, o los de otro estado': command(
    reschedules.listReschedules,
    { meaning: requestStates },
  ),
  'reprogramacion  Muestra un pedido de reprogramación, y quién lo decidió': reschedules.readReschedule,
  'aceptar-reprogramacion  Acepta entregar un envío el día pedido, que pasa a ser el prometido': command(
    reschedules.decideReschedule,
    { set: { approved: true }, options: '', columns: '*' },
  ),
  'rechazar-reprogramacion  Rechaza entregar un envío el día pedido': command(reschedules.decideReschedule, {
    set: { approved: false },
    meaning: ofClient,
    columns: '*',
  }),
  'deshacer-reprogramacion  Deshace la decisión de una reprogramación, durante 10 segundos': withResults(
    reschedules.undoReschedule,
  ),
});
