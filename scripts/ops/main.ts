import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { dataFolder, secretFile } from '#server/config/config.ts';
import { type Credentials, createOperatorApi, OperatorApiError } from '#server/platform/http/operator-api.ts';
import { COMMON, type Command, parseCommand, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { commandHelp, helpOverview } from './help.ts';
import { resolveNames } from './resolve-names.ts';
import { json, shown } from './show.ts';
import { mergeReplies, splitIntoCalls } from './split-calls.ts';
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

interface OutputOptions {
  url: unknown;
  asJson: boolean;
}

/** Sends calls one after the other. @throws OperatorApiError whose message names the part that was refused */
async function sendCalls<I>(inputs: readonly I[], call: (input: I) => Promise<unknown>): Promise<object> {
  const replies: Record<string, unknown>[] = [];
  for (const input of inputs) {
    try {
      replies.push((await call(input)) as Record<string, unknown>);
    } catch (error) {
      if (!(error instanceof OperatorApiError) || inputs.length === 1) throw error;
      const where = `Falló la parte ${replies.length + 1} de ${inputs.length} (las anteriores se registraron): ${error.message}`;
      throw new OperatorApiError(error.status, where, error.errors);
    }
  }
  return mergeReplies(replies);
}

async function run(command: Command, args: readonly string[], terminal: Terminal, options: OutputOptions) {
  const { env, print } = terminal;
  const { call, input } = await parseCommand(command, args, env.INIT_CWD ?? '.');
  const url = addressOf(options.url, env);
  if (command.run) {
    const session: TerminalSession = { url, file: sessionFile(env), ask: terminal.ask };
    print(await command.run(input, session));
    return 0;
  }
  const api = createOperatorApi(url, await credentials(env, url));
  const resolved = await resolveNames(api, call, input);
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

/** Returns the Spanish text of an error, with a line for each invalid field. */
function errorText(error: unknown): string {
  if (error instanceof OperatorApiError) {
    const fields = error.errors.filter(({ field }) => field !== '');
    return [shown(error.message), ...fields.map(({ field, message }) => `  ${shown(field)}: ${shown(message)}`)].join(
      '\n',
    );
  }
  if (error instanceof UsageError) return `${error.message}\nAyuda: npm run ops -- ayuda`;
  const { name, cause } = error as Error;
  if (name === 'TimeoutError' || (error instanceof TypeError && cause)) {
    const { code } = (cause ?? {}) as { code?: string };
    return `El servidor no responde${code ? ` (${code})` : ''}. Verificá que esté en marcha y que --url indique su dirección`;
  }
  return (error as Error).stack ?? String(error);
}
