import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createDecoder } from '#shared/bulk/file/detect-encoding.ts';
import { CsvFileError } from '#shared/bulk/rows/errors.ts';
import { isObject } from '#shared/kit/is-object.ts';
import type { Argument, Arguments, Given, Values } from './arguments.ts';

/** Thrown for invalid arguments. The message is Spanish. */
export class UsageError extends Error {}

/** Options of every command. */
export const COMMON = { url: { type: 'string' }, json: { type: 'boolean' }, ayuda: { type: 'boolean' } } as const;

/**
 * Parses the arguments of a command.
 *
 * @param folder base of relative file names
 * @throws UsageError for an unknown option, a missing or extra argument, and an unreadable file
 */
export async function parseArguments(
  { words, options, defaults }: Arguments,
  args: readonly string[],
  folder: string,
): Promise<Given> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    options: {
      ...COMMON,
      ...Object.fromEntries(
        options.map(({ option, value }) => [option, { type: value ? 'string' : 'boolean' } as const]),
      ),
    },
  });
  const unknown = Object.keys(values).find(
    (name) => !(name in COMMON || options.some(({ option }) => option === name)),
  );
  if (unknown) throw new UsageError(`No existe la opción --${unknown}`);
  for (const { option, value } of options) {
    const typed = values[option];
    // parseArgs takes the next option as the missing value.
    const missing = typed !== undefined && (typeof typed !== 'string' || typed.startsWith('--'));
    if (missing && value) throw new UsageError(`Falta el valor de --${option}: ${value}`);
  }
  const extra = positionals[words.length];
  if (extra !== undefined) throw new UsageError(`Sobra el argumento '${extra}'`);
  const given: Given = {};
  for (const [path, value] of Object.entries(defaults())) put(given, path, value);
  for (const [index, word] of words.entries()) {
    const typed = positionals[index];
    if (typed !== undefined) await enter(given, word, typed, folder);
    else if (!word.value.startsWith('[')) throw new UsageError(`Falta ${word.value}: ${word.help}`);
  }
  // After the words, so that an option overrides a value of a file.
  for (const argument of options) {
    const typed = values[argument.option];
    if (typed !== undefined) await enter(given, argument, argument.value ? String(typed) : '1', folder);
  }
  return given;
}

function put(given: Given, path: string, value: unknown): void {
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  // The places of arguments are those of `Given`.
  let at = given as Values;
  for (const [index, step] of steps.entries()) {
    at[step] ??= /^\d+$/.test(steps[index + 1] ?? last) ? [] : {};
    at = at[step] as Values;
  }
  at[last] = value;
}

/** Enters the value of an argument into the call's input. @throws UsageError for a word that is no choice, and an unreadable file */
async function enter(given: Given, { to, value, list, rows, choices }: Argument, typed: string, folder: string) {
  if (choices) {
    const chosen = choices[typed];
    if (chosen === undefined) throw new UsageError(`'${typed}' no es una opción: ${Object.keys(choices).join(', ')}`);
    return put(given, to, chosen);
  }
  if (list)
    return put(
      given,
      to,
      typed.split(',').map((one) => one.trim()),
    );
  if (!/^\[?ARCHIVO/.test(value)) return put(given, to, typed);
  const enterBody = (name: string, text: string) => {
    const content = parseJson(name, text);
    if (Array.isArray(content) && !rows) throw new UsageError(`El archivo ${name} no contiene un objeto JSON`);
    given.body = { ...given.body, ...(rows && Array.isArray(content) ? { [rows]: content } : content) };
  };
  if (to === 'body' && /^\s*[{[]/.test(typed)) return enterBody(typed, typed);
  const path = resolve(folder, typed);
  const bytes = await readFile(path).catch(() => {
    throw new UsageError(`No se puede leer el archivo ${typed}`);
  });
  if (to === 'file') given.file = { name: typed, path, bytes };
  else if (to !== 'body') put(given, to, decodeFile(bytes));
  else enterBody(typed, decodeFile(bytes));
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
    if (isObject(json)) return json;
  } catch {
    // Falls through to the error below.
  }
  throw new UsageError(`El archivo ${name} no contiene un objeto ni una lista JSON`);
}
