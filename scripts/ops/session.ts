import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { dataFolder } from '#server/config/config.ts';
import { createProviderApi, type ProviderApi } from '#server/platform/http/request/provider-api.ts';
import * as calls from '#shared/people/staff-sessions.ts';
import type { Given } from './arguments.ts';
import { type CommandResult, command, commandsOf } from './command.ts';
import { UsageError } from './parse.ts';

/** What commands of several steps need. */
export interface TerminalSession {
  /** Address of the server. */
  url: string;
  /** File that stores the session. */
  file: string;
  /** Asks for a line of text, which isn't shown while it is typed. */
  ask: (question: string) => Promise<string>;
  /** Returns the API with the person's session, or else the key. */
  connect: () => Promise<ProviderApi>;
  /** Whether the output is JSON. */
  asJson: boolean;
}

/** Question for the second step. */
export const CODE_QUESTION = 'Código de tu aplicación, o un código de respaldo: ';

/** Returns the path of the file that stores a person's session. */
export function sessionFile(env: NodeJS.ProcessEnv): string {
  const given = env.REMITO_SESSION_FILE;
  return given ? resolve(env.INIT_CWD ?? '.', given) : join(dataFolder(env), 'ops-session');
}

/** Returns the token of the stored session; null without one, or if it belongs to another server. */
export async function readSession(file: string, url: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const stored = JSON.parse(text) as { url?: string; token?: string };
  return stored.url === url ? (stored.token ?? null) : null;
}

/** Asks for a line at the terminal and doesn't show what is typed. Without a terminal it reads a line of the input. */
export function askHidden(question: string): Promise<string> {
  const { stdin, stderr } = process;
  // readline shows typed characters in its output, so the output discards them.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output, terminal: stdin.isTTY === true });
  stderr.write(question);
  return new Promise((resolve) => {
    let answer = '';
    lines.once('line', (line) => {
      answer = line;
      lines.close();
    });
    lines.once('SIGINT', () => process.exit(130));
    lines.once('close', () => {
      if (stdin.isTTY) stderr.write('\n');
      resolve(answer.trim());
    });
  });
}

/** Logs a person in and stores the session, in a file that only this user may read. */
async function logIn({ body }: Given, { url, file, ask }: TerminalSession): Promise<CommandResult> {
  const password = await ask('Contraseña: ');
  const opened = await createProviderApi(url, null).call(calls.staffLogin, {
    body: { email: body?.email, password, terminal: true },
  });
  const { second_factor: step } = opened.results;
  let token = opened.results.token ?? '';
  if (step === 'setup') throw new UsageError(`Primero configurá tu segundo paso en ${url}/consola`);
  if (step === 'code') {
    const code = await ask(CODE_QUESTION);
    const completed = await createProviderApi(url, { token }).call(calls.staffLoginCode, { body: { code } });
    token = completed.results.token ?? token;
  }
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await rm(file, { force: true });
  await writeFile(file, JSON.stringify({ url, token }), { mode: 0o600, flag: 'wx' });
  return { output: 'Entraste: los comandos usan tu sesión por 12 horas' };
}

/** Ends the stored session and deletes its file, even if the server doesn't know the session. */
async function logOut(_given: Given, { url, file }: TerminalSession): Promise<CommandResult> {
  const token = await readSession(file, url);
  if (token === null) return { output: 'No hay una sesión abierta en esta terminal' };
  const { message } = await createProviderApi(url, { token }).call(calls.staffLogout);
  await rm(file, { force: true });
  return { output: message };
}

export const sessionCommands = commandsOf({
  'entrar  Abre tu sesión por 12 horas: pide tu contraseña y un código': command(calls.staffLogin, {
    words: 'email',
    run: logIn,
  }),
  'salir  Cierra tu sesión en esta terminal': command(calls.staffLogout, { run: logOut }),
  'quien-soy  Muestra de quién es la sesión': calls.staffMe,
  'sesiones  Lista tus sesiones abiertas': calls.listStaffSessions,
  'cerrar-sesion  Cierra una de tus sesiones de inmediato': calls.endStaffSession,
  'cerrar-otras  Cierra todas tus sesiones menos ésta': calls.endOtherStaffSessions,
});
