import { createOperatorApi } from '#server/platform/http/operator-api.ts';
import type { AnyEndpoint, CallInput } from '#shared/http/endpoint.ts';
import * as calls from '#shared/ops/staff-sessions.ts';
import { STAFF_ROLE_NAMES } from '#shared/rules/staff-permissions.ts';
import { type CommandResult, command, UsageError } from './command.ts';
import { card, table } from './show.ts';
import { deleteSession, readSession, type TerminalSession, writeSession } from './terminal-session.ts';

export const sessionCommands = [
  command({
    name: 'entrar',
    help: 'Abre tu sesión por 12 horas: pide tu contraseña y un código',
    call: calls.staffLogin,
    words: [{ to: 'body.email', value: 'EMAIL', help: 'Tu email' }],
    run: logIn,
    show: () => '',
  }),
  command({
    name: 'salir',
    help: 'Cierra tu sesión en esta terminal',
    call: calls.staffLogout,
    run: logOut,
    show: () => '',
  }),
  command({
    name: 'quien-soy',
    help: 'Muestra de quién es la sesión',
    call: calls.staffMe,
    show: ({ results }) =>
      card({
        Nombre: results.name,
        Email: results.email,
        Rol: results.role ? STAFF_ROLE_NAMES[results.role] : 'falta el segundo paso',
        'Códigos de respaldo': results.backup_codes,
      }),
  }),
  command({
    name: 'sesiones',
    help: 'Lista tus sesiones abiertas',
    call: calls.listStaffSessions,
    show: ({ results }) =>
      table(results, {
        SESIÓN: (one) => one.id,
        DISPOSITIVO: (one) => `${one.device}${one.current ? ' (ésta)' : ''}`,
        RED: (one) => one.network,
        ABIERTA: (one) => one.created_at,
        'ÚLTIMO USO': (one) => one.last_seen_at,
        VENCE: (one) => one.expires_at,
      }),
  }),
  command({
    name: 'cerrar-sesion',
    help: 'Cierra una de tus sesiones de inmediato',
    call: calls.endStaffSession,
    words: [{ to: 'params.id', value: 'SESIÓN', help: 'Número de la sesión' }],
    show: () => '',
  }),
  command({
    name: 'cerrar-otras',
    help: 'Cierra todas tus sesiones menos ésta',
    call: calls.endOtherStaffSessions,
    show: () => '',
  }),
];

/** Question for the second step. */
export const CODE_QUESTION = 'Código de tu aplicación, o un código de respaldo: ';

/** Logs a person in and stores the session. */
async function logIn(input: CallInput<AnyEndpoint>, { url, file, ask }: TerminalSession): Promise<CommandResult> {
  const { email } = input.body as { email: string };
  const password = await ask('Contraseña: ');
  const opened = await createOperatorApi(url, null).call(calls.staffLogin, {
    body: { email, password, terminal: true },
  });
  const { second_factor: step } = opened.results;
  let token = opened.results.token ?? '';
  if (step === 'setup') throw new UsageError(`Primero configurá tu segundo paso en ${url}/consola`);
  if (step === 'code') {
    const code = await ask(CODE_QUESTION);
    const completed = await createOperatorApi(url, { token }).call(calls.staffLoginCode, { body: { code } });
    token = completed.results.token ?? token;
  }
  await writeSession(file, { url, token });
  return { output: 'Entraste: los comandos usan tu sesión por 12 horas' };
}

/** Ends the stored session and deletes its file, also if the server doesn't know the session. */
async function logOut(_input: unknown, { url, file }: TerminalSession): Promise<CommandResult> {
  const token = await readSession(file, url);
  if (token === null) return { output: 'No hay una sesión abierta en esta terminal' };
  const { message } = await createOperatorApi(url, { token }).call(calls.staffLogout);
  await deleteSession(file);
  return { output: message };
}
