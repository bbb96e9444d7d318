import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createDecoder } from '#shared/bulk/detect-encoding.ts';
import { CsvFileError } from '#shared/bulk/errors.ts';
import type { AnyEndpoint, CallInput, ReplyOf } from '#shared/http/endpoint.ts';
import type { TerminalSession } from './terminal-session.ts';

/** Path of an argument in the call's input: `params.id`, `query.filter.search`, `body`, `body.items.0.sku`. */
type InputPath = string;

/** An argument or option with a value. */
export interface Field {
  to: InputPath;
  help: string;
  /** Placeholder of the value in the usage: `--buscar TEXTO`. */
  value: string;
  /** If set, the value is a file name, and the input gets the file's text, a part of its JSON, or the file as an `InputFile`. */
  file?: 'text' | 'bytes' | ((json: object) => unknown);
  /** If set, the value is a list with commas: `events,read`. */
  list?: true;
  /** If set, the value is one of these words, sent as its value: `mesa` as `support`. */
  choices?: Readonly<Record<string, string>>;
}

/** A file that a command reads itself. */
export interface InputFile {
  /** Name as typed. */
  name: string;
  path: string;
  bytes: Uint8Array;
}

/** Result of a command of several steps. */
export interface CommandResult {
  output: string;
  /** Whether the process exits with 1. */
  failed?: boolean;
  /** Text for the error output, which follows the results. */
  error?: string;
}

/** An option without a value: `--vivos`. */
interface Switch extends Pick<Field, 'to' | 'help'> {
  on: string;
}

/** An option without a value that makes another call: `--zpl`. */
interface CallSwitch extends Pick<Field, 'help'> {
  call: AnyEndpoint;
}

export interface Command {
  name: string;
  help: string;
  call: AnyEndpoint;
  /** Called instead of `call` if an argument sets a part of the body. */
  change?: AnyEndpoint;
  /** Positional arguments. Those in brackets are optional. */
  words: readonly Field[];
  options: Readonly<Record<string, Field | Switch | CallSwitch>>;
  /** Default values of the input. */
  defaults: () => Record<InputPath, unknown>;
  /** List in the body that is split into several calls, and its maximum length per call. */
  portions: { list: string; most: number } | null;
  show: (reply: never) => string;
  /** Whether a successful response contains failures. */
  failed: (reply: never) => boolean;
  /** Name of the file that the call's answer is saved as, for calls that answer with a file. */
  fileName: ((input: CallInput<AnyEndpoint>, call: AnyEndpoint) => string) | null;
  /** Runs instead of the call, for commands of several steps. */
  run: ((input: CallInput<AnyEndpoint>, session: TerminalSession) => Promise<CommandResult>) | null;
}

type Declared<E extends AnyEndpoint> = Pick<Command, 'name' | 'help'> &
  Partial<Pick<Command, 'change' | 'words' | 'options' | 'defaults' | 'portions' | 'fileName' | 'run'>> & {
    call: E;
    show: (reply: ReplyOf<E>) => string;
    failed?: (reply: ReplyOf<E>) => boolean;
  };

/** Declares a command: its call, its arguments and options, and the output of its response. */
export function command<E extends AnyEndpoint>(declared: Declared<E>): Command {
  return {
    words: [],
    options: {},
    defaults: () => ({}),
    portions: null,
    failed: () => false,
    fileName: null,
    run: null,
    ...declared,
  } as Command;
}

/** Thrown for invalid arguments. The message is Spanish. */
export class UsageError extends Error {}

export interface ParsedCommand {
  call: AnyEndpoint;
  input: CallInput<AnyEndpoint>;
}

/** Options of every command. */
export const COMMON = { url: { type: 'string' }, json: { type: 'boolean' }, ayuda: { type: 'boolean' } } as const;

/**
 * Parses the arguments of a command.
 *
 * @param folder base of relative file names
 * @throws UsageError for an unknown option, a missing or extra argument, and an unreadable file
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
          { type: 'value' in option ? ('string' as const) : ('boolean' as const) },
        ]),
      ),
    },
  });
  const unknown = Object.keys(values).find((name) => !(name in COMMON || name in command.options));
  if (unknown) throw new UsageError(`No existe la opción --${unknown}`);
  for (const [name, option] of Object.entries(command.options)) {
    const value = values[name];
    // parseArgs takes the next option as the missing value.
    const missing = value !== undefined && (typeof value !== 'string' || value.startsWith('--'));
    if (missing && 'value' in option) throw new UsageError(`Falta el valor de --${name}: ${option.value}`);
  }
  const extra = positionals[command.words.length];
  if (extra !== undefined) throw new UsageError(`Sobra el argumento '${extra}'`);
  const input: Record<string, unknown> = {};
  let { call } = command;
  for (const [path, value] of Object.entries(command.defaults())) put(input, path, value);
  for (const [index, field] of command.words.entries()) {
    const word = positionals[index];
    if (word !== undefined) put(input, field.to, await contentOf(field, word, folder));
    else if (!field.value.startsWith('[')) throw new UsageError(`Falta ${field.value}: ${field.help}`);
  }
  // After the arguments, so that an option overrides a value of a file.
  for (const [name, option] of Object.entries(command.options)) {
    const value = values[name];
    if (value === undefined) continue;
    if ('call' in option) call = option.call;
    else put(input, option.to, 'on' in option ? option.on : await contentOf(option, String(value), folder));
  }
  return { call: (input.body !== undefined && command.change) || call, input };
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

async function contentOf({ file, list, choices }: Field, word: string, folder: string): Promise<unknown> {
  if (choices) {
    const chosen = choices[word];
    if (chosen === undefined) throw new UsageError(`'${word}' no es una opción: ${Object.keys(choices).join(', ')}`);
    return chosen;
  }
  if (list) return word.split(',').map((part) => part.trim());
  if (!file) return word;
  const path = resolve(folder, word);
  const bytes = await readFile(path).catch(() => {
    throw new UsageError(`No se puede leer el archivo ${word}`);
  });
  if (file === 'bytes') return { name: word, path, bytes } satisfies InputFile;
  const text = decodeFile(bytes);
  return file === 'text' ? text : file(parseJson(word, text));
}

/** Decodes a file in any encoding of `createDecoder`. @throws UsageError for a file that is no text */
export function decodeFile(bytes: Uint8Array): string {
  return readable(() => {
    const decoder = createDecoder();
    return [...decoder.push(bytes), ...decoder.end()].join('');
  });
}

/** @throws UsageError for a file that can't be read */
export function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof CsvFileError ? new UsageError(error.message) : error;
  }
}

/** Parses the JSON of a file. @throws UsageError if it is no object and no list */
export function parseJson(name: string, text: string): object {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null) return json;
  } catch {
    // Falls through to the error below.
  }
  throw new UsageError(`El archivo ${name} no contiene un objeto ni una lista JSON`);
}
