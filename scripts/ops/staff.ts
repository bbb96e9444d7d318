import * as calls from '#shared/ops/staff.ts';
import { invitationMailText } from '#shared/rules/invitation-mail.ts';
import { STAFF_ROLE_NAMES } from '#shared/rules/staff-permissions.ts';
import { command } from './command.ts';
import { table } from './show.ts';

/** Roles by the words of the command line. */
const ROLES = { mesa: 'support', operacion: 'operations', finanzas: 'finance', administrador: 'admin' };

const STATES: Record<calls.StaffState, string> = {
  invited: 'invitado',
  expired: 'invitación vencida',
  withdrawn: 'invitación retirada',
  active: 'activo',
  suspended: 'suspendido',
};

const EMAIL = { to: 'body.email', value: 'EMAIL', help: 'Email de la persona' };
const PERSON = { to: 'params.id', value: 'PERSONA', help: 'Número de la persona' };

const done = () => '';

export const staffCommands = [
  command({
    name: 'administrador',
    help: 'Invita a un administrador: el primero, u otro',
    call: calls.inviteStaff,
    words: [EMAIL],
    defaults: () => ({ 'body.role': 'admin' }),
    show: done,
  }),
  command({
    name: 'invitar',
    help: 'Invita a una persona al personal; el enlace sirve 72 horas',
    call: calls.inviteStaff,
    words: [EMAIL],
    options: {
      rol: { to: 'body.role', value: Object.keys(ROLES).join('|'), choices: ROLES, help: 'Rol de la persona' },
    },
    show: done,
  }),
  command({
    name: 'personal',
    help: 'Lista el personal y las invitaciones',
    call: calls.listStaff,
    show: ({ results }) =>
      table(results, {
        PERSONA: (one) => one.id,
        NOMBRE: (one) => `${one.name}${one.current ? ' (vos)' : ''}`,
        EMAIL: (one) => one.email,
        ROL: (one) => STAFF_ROLE_NAMES[one.role],
        ESTADO: (one) => STATES[one.state],
        MAIL: (one) => one.invitation_mail && invitationMailText(one.invitation_mail),
        'SEGUNDO PASO': (one) => one.second_factor,
        'ÚLTIMO USO': (one) => one.last_seen_at,
      }),
  }),
  command({
    name: 'reenviar',
    help: 'Envía de nuevo una invitación; la anterior deja de servir',
    call: calls.resendStaffInvitation,
    words: [PERSON],
    show: done,
  }),
  command({
    name: 'retirar',
    help: 'Retira una invitación: su enlace deja de servir',
    call: calls.withdrawStaffInvitation,
    words: [PERSON],
    show: done,
  }),
  command({
    name: 'cambiar-rol',
    help: 'Cambia el rol de una persona',
    call: calls.changeStaff,
    words: [PERSON, { to: 'body.role', value: 'ROL', choices: ROLES, help: Object.keys(ROLES).join(', ') }],
    show: done,
  }),
  command({
    name: 'suspender',
    help: 'Suspende a una persona y cierra sus sesiones',
    call: calls.changeStaff,
    words: [PERSON],
    defaults: () => ({ 'body.suspended': true }),
    show: done,
  }),
  command({
    name: 'readmitir',
    help: 'Termina la suspensión de una persona',
    call: calls.changeStaff,
    words: [PERSON],
    defaults: () => ({ 'body.suspended': false }),
    show: done,
  }),
  command({
    name: 'codigo-de-ingreso',
    help: 'Da a una persona que perdió el teléfono un código para entrar; sirve una vez, durante 10 minutos',
    call: calls.giveStaffRecoveryCode,
    words: [PERSON],
    show: ({ results }) => results.code,
  }),
  command({
    name: 'restablecer-contrasena',
    help: 'Anula la contraseña de una persona, cierra sus sesiones y le envía un enlace para elegir otra; sirve 72 horas',
    call: calls.withdrawStaffPassword,
    words: [PERSON],
    show: done,
  }),
];
