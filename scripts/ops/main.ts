import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dataFolder, secretFile } from '#server/config/config.ts';
import { type Credentials, createProviderApi } from '#server/platform/http/request/provider-api.ts';
import { anyCall, askingAgain, inputOf, resolveNames, sendCall } from './calls.ts';
import { clientCommands } from './clients.ts';
import type { Command } from './command.ts';
import { commandHelp, errorText, helpOverview } from './help.ts';
import { moneyCommands } from './money.ts';
import { json, replyText } from './output.ts';
import { COMMON, parseArguments, UsageError } from './parse.ts';
import { providerCommands } from './provider.ts';
import { resourceCommands } from './resources.ts';
import { readSession, sessionCommands, sessionFile } from './session.ts';
import { shipmentCommands } from './shipments.ts';
import { warehouseCommands } from './warehouse.ts';

/** All commands of `npm run ops --`. */
export const commands: readonly Command[] = [
  ...providerCommands,
  ...clientCommands,
  ...shipmentCommands,
  ...moneyCommands,
  ...warehouseCommands,
  ...resourceCommands,
  ...sessionCommands,
  anyCall,
];

/** Environment and output of a command. */
export interface Terminal {
  env: NodeJS.ProcessEnv;
  print: (text: string) => void;
  printError: (text: string) => void;
  /** Asks for a line of text, which isn't shown while it is typed. */
  ask: (question: string) => Promise<string>;
}

/** Runs a command of the staff's command line: `npm run ops -- clientes`. @returns the process's exit code */
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
  if (command && name !== 'ayuda' && !values.ayuda) return run(command, args, terminal, values);
  terminal.print(command ? commandHelp(command) : helpOverview(commands));
  return 0;
}

async function run(command: Command, args: readonly string[], terminal: Terminal, options: Record<string, unknown>) {
  const { env, print, printError, ask } = terminal;
  const folder = env.INIT_CWD ?? '.';
  const asJson = options.json === true;
  const given = await parseArguments(command, args, folder);
  const url = addressOf(options.url, env);
  const connect = async () => askingAgain(createProviderApi(url, await credentials(env, url)), ask);
  if (command.run) {
    const result = await command.run(given, { url, file: sessionFile(env), ask, connect, asJson });
    print(result.output);
    if (result.error !== undefined) printError(result.error);
    return result.failed ? 1 : 0;
  }
  const asked = command.callFor(given);
  const api = await connect();
  const made = { call: asked.call, given: await resolveNames(api, asked.call, asked.given) };
  const { produces } = made.call;
  if (produces !== 'application/json') {
    const ending = produces === 'application/octet-stream' ? 'zpl' : produces.split('/')[1];
    const name = `${command.fileName?.(made.given) ?? command.name}.${ending}`;
    await writeFile(resolve(folder, name), await api.download(made.call, inputOf(made.given)));
    print(`Se guardó ${name}`);
    return 0;
  }
  const reply = await sendCall(api, made, command.split);
  // A call without a declared answer exports everything that is kept.
  print(asJson || !made.call.reply ? json(reply) : replyText(made.call, reply, command));
  // The declaration of a command checks that it takes the answer of its call.
  return command.failed?.(reply as never) ? 1 : 0;
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
  return token === null ? { key: await providerKey(env) } : { token };
}

/** Returns the provider key. Not an argument, because other users of the machine can read arguments. */
async function providerKey(env: NodeJS.ProcessEnv): Promise<string> {
  if (env.OPS_API_KEY) return env.OPS_API_KEY;
  const file = secretFile({ DATA_DIR: dataFolder(env) }, 'ops');
  const kept = env.DATABASE_URL ? '' : await readFile(file, 'utf8').catch(() => '');
  if (kept.trim() === '') throw new UsageError('Falta la clave de operador: definila en OPS_API_KEY');
  return kept.trim();
}
