import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { AnyEndpoint, CallInput, ReplyOf } from '#shared/http/endpoint.ts';

/** Where a word of the command line goes in the call: `params.id`, `query.filter.search`, `body`, `body.items.0.sku`. */
type InputPath = string;

/** What an operator may write behind a command. */
export interface Field {
  to: InputPath;
  help: string;
  /** What stands for the value in the usage: `--buscar TEXTO`. */
  value: string;
  /** The word is a file's name; its text, or what its JSON says, goes into the call. */
  file?: 'text' | ((json: object) => unknown);
}

/** An option without a value: `--vivos`. */
interface Switch extends Pick<Field, 'to' | 'help'> {
  on: string;
}

export interface Command {
  name: string;
  help: string;
  call: AnyEndpoint;
  /** Made in place of `call` where something for the body was written. */
  change?: AnyEndpoint;
  /** In their order; those in brackets may be left out. */
  words: readonly Field[];
  options: Readonly<Record<string, Field | Switch>>;
  /** What goes into the call besides. */
  defaults: () => Record<InputPath, unknown>;
  /** The list of the body that is sent in several calls when it is longer than one call takes. */
  portions: { list: string; most: number } | null;
  show: (reply: never) => string;
  /** Whether an answer of success tells of a failure. */
  failed: (reply: never) => boolean;
}

type Declared<E extends AnyEndpoint> = Pick<Command, 'name' | 'help'> &
  Partial<Pick<Command, 'change' | 'words' | 'options' | 'defaults' | 'portions'>> & {
    call: E;
    show: (reply: ReplyOf<E>) => string;
    failed?: (reply: ReplyOf<E>) => boolean;
  };

/** Declares a command: the call it makes, what may be written, and how the answer is shown. */
export function command<E extends AnyEndpoint>(declared: Declared<E>): Command {
  return {
    words: [],
    options: {},
    defaults: () => ({}),
    portions: null,
    failed: () => false,
    ...declared,
  } as Command;
}

/** The operator wrote something that can't be read; the message is Spanish. */
export class UsageError extends Error {}

export interface ParsedCommand {
  call: AnyEndpoint;
  input: CallInput<AnyEndpoint>;
}

/** Options that every command takes. */
export const COMMON = { url: { type: 'string' }, json: { type: 'boolean' }, ayuda: { type: 'boolean' } } as const;

/**
 * Reads what stands behind a command's name.
 *
 * @param folder in which files are named: npm runs scripts in the package's and keeps the operator's own in INIT_CWD
 * @throws UsageError for an unknown option, a missing word, a word too many, and a file that can't be read
 */
export async function parseCommand(command: Command, args: readonly string[], folder: string): Promise<ParsedCommand> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    options: {
      ...COMMON,
      ...Object.fromEntries(
        Object.entries(command.options).map(([name, option]) => [
          name,
          { type: 'on' in option ? ('boolean' as const) : ('string' as const) },
        ]),
      ),
    },
  });
  const unknown = Object.keys(values).find((name) => !(name in COMMON || name in command.options));
  if (unknown) throw new UsageError(`No existe la opción --${unknown}`);
  for (const [name, option] of Object.entries(command.options)) {
    const value = values[name];
    // The next option may have been taken for the value that is missing.
    const missing = value !== undefined && (typeof value !== 'string' || value.startsWith('--'));
    if (missing && !('on' in option)) throw new UsageError(`A --${name} le falta ${option.value}`);
  }
  const tooMany = positionals[command.words.length];
  if (tooMany !== undefined) throw new UsageError(`Sobra '${tooMany}'`);
  const input: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(command.defaults())) put(input, path, value);
  for (const [index, field] of command.words.entries()) {
    const word = positionals[index];
    if (word !== undefined) put(input, field.to, await contentOf(field, word, folder));
    else if (!field.value.startsWith('[')) throw new UsageError(`Falta ${field.value}: ${field.help}`);
  }
  // Behind the words: an option may correct what a file says.
  for (const [name, option] of Object.entries(command.options)) {
    const value = values[name];
    if (value === undefined) continue;
    put(input, option.to, 'on' in option ? option.on : await contentOf(option, String(value), folder));
  }
  return { call: (input.body !== undefined && command.change) || command.call, input };
}

function put(input: Record<string, unknown>, path: InputPath, value: unknown): void {
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let at = input;
  for (const [index, step] of steps.entries()) {
    at[step] ??= /^\d+$/.test(steps[index + 1] ?? last) ? [] : {};
    at = at[step] as Record<string, unknown>;
  }
  at[last] = value;
}

async function contentOf({ file }: Field, word: string, folder: string): Promise<unknown> {
  if (!file) return word;
  const text = await readFile(resolve(folder, word), 'utf8').catch(() => {
    throw new UsageError(`No se puede leer el archivo ${word}`);
  });
  if (file === 'text') return text;
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null) return file(json);
  } catch {
    // Said below, as of a file that holds a mere word.
  }
  throw new UsageError(`El archivo ${word} no tiene el JSON que se espera`);
}
