import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dataFolder, secretFile } from '#server/config/config.ts';
import {
  type Credentials,
  createOperatorApi,
  type OperatorApi,
  OperatorApiError,
} from '#server/platform/http/operator-api.ts';
import { verifyStaffFactor } from '#shared/ops/staff-passkeys.ts';
import { COMMON, type Command, parseCommand, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { errorText } from './error-text.ts';
import { commandHelp, helpOverview } from './help.ts';
import { resolveNames } from './resolve-names.ts';
import { CODE_QUESTION } from './sessions.ts';
import { json, shown } from './show.ts';
import { sendCalls, splitIntoCalls } from './split-calls.ts';
import { readSession, sessionFile, type TerminalSession } from './terminal-session.ts';

/** Environment and output of a command. */
export interface Terminal {
  env: NodeJS.ProcessEnv;
  print: (text: string) => void;
  printError: (text: string) => void;
  /** Asks for a line of text, which isn't shown while it is typed. */
  ask: (question: string) => Promise<string>;
}

/** Runs a command of the operator API's command line: `npm run ops -- clientes`. @returns the process's exit code */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await runCommand(args, terminal);
  } catch (error) {
    terminal.printError(errorText(error));
    return 1;
  }
}

async function runCommand([name, ...args]: readonly string[], terminal: Terminal): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: COMMON, strict: false, allowPositionals: true });
  const commandName = name === 'ayuda' ? args[0] : name;
  const command = commands.find((candidate) => candidate.name === commandName);
  if (!command && commandName && !commandName.startsWith('-')) {
    throw new UsageError(`No existe el comando ${commandName}`);
  }
  if (!command || name === 'ayuda' || values.ayuda) {
    terminal.print(command ? commandHelp(command) : helpOverview(commands));
    return 0;
  }
  return run(command, args, terminal, { url: values.url, asJson: values.json === true });
}

/** Repeats a call that asks for the second step again, after a code of the person. */
function askingAgain(api: OperatorApi, { ask }: Terminal): OperatorApi {
  async function repeated<R>(send: () => Promise<R>): Promise<R> {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof OperatorApiError) || error.code !== 'step_up_required') throw error;
      await api.call(verifyStaffFactor, { body: { code: await ask(CODE_QUESTION) } });
      return send();
    }
  }
  return {
    ...api,
    call: (endpoint, input) => repeated(() => api.call(endpoint, input)),
    download: (endpoint, input) => repeated(() => api.download(endpoint, input)),
  };
}

interface OutputOptions {
  url: unknown;
  asJson: boolean;
}

async function run(command: Command, args: readonly string[], terminal: Terminal, options: OutputOptions) {
  const { env, print } = terminal;
  const folder = env.INIT_CWD ?? '.';
  const { call, input } = await parseCommand(command, args, folder);
  const url = addressOf(options.url, env);
  const connect = async () => askingAgain(createOperatorApi(url, await credentials(env, url)), terminal);
  if (command.run) {
    const file = sessionFile(env);
    const session: TerminalSession = { url, file, ask: terminal.ask, connect, asJson: options.asJson };
    const { output, failed = false, error } = await command.run(input, session);
    print(output);
    if (error !== undefined) terminal.printError(error);
    return failed ? 1 : 0;
  }
  const api = await connect();
  const resolved = await resolveNames(api, call, input);
  if (command.fileName) {
    const bytes = await api.download(call, resolved);
    const name = command.fileName(resolved, call);
    await writeFile(resolve(folder, name), bytes);
    print(`Se guardó ${name}`);
    return 0;
  }
  const reply = await sendCalls(splitIntoCalls(resolved, command.portions), (portion) => api.call(call, portion));
  if (options.asJson) print(json(reply));
  else {
    const { message } = reply as { message?: string };
    print([message && shown(message), command.show(reply as never)].filter(Boolean).join('\n\n'));
  }
  return command.failed(reply as never) ? 1 : 0;
}

function addressOf(url: unknown, env: NodeJS.ProcessEnv): string {
  const address = typeof url === 'string' ? url : env.PUBLIC_URL || `http://localhost:${env.PORT || 3000}`;
  if (!URL.canParse(address))
    throw new UsageError(`'${address}' no es una dirección válida: tiene que empezar con http:// o https://`);
  return address.replace(/\/+$/, '');
}

/** Returns the person's session at this server, or else the key. */
async function credentials(env: NodeJS.ProcessEnv, url: string): Promise<Credentials> {
  const token = await readSession(sessionFile(env), url);
  return token === null ? { key: await operatorKey(env) } : { token };
}

/** Returns the operator key. Not an argument, because other users of the machine can read arguments. */
async function operatorKey(env: NodeJS.ProcessEnv): Promise<string> {
  if (env.OPS_API_KEY) return env.OPS_API_KEY;
  const file = secretFile({ DATA_DIR: dataFolder(env) }, 'ops');
  const kept = env.DATABASE_URL ? '' : await readFile(file, 'utf8').catch(() => '');
  if (kept.trim() === '') throw new UsageError('Falta la clave de operador: definila en OPS_API_KEY');
  return kept.trim();
}
