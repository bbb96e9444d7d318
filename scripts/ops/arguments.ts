import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { type JsonSchema, jsonSchema, requiredFields } from '#server/platform/http/response/reply-schema.ts';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { isObject } from '#shared/kit/is-object.ts';
import { argumentOf, FILTERS, IDS, titleOf } from './dictionary.ts';
import { CHOICES } from './values.ts';

/** A file that a command reads itself. */
export interface InputFile {
  /** Name as typed. */
  name: string;
  path: string;
  bytes: Uint8Array;
}

export type Values = Record<string, unknown>;

/** Values of the arguments, by the part of the call that they belong to. */
export interface Given {
  params?: Values;
  query?: Values;
  body?: Values;
  file?: InputFile;
  /** Set by the option that makes another call. */
  instead?: unknown;
  /** Call of the command that makes any call. */
  call?: string;
}

/** An argument of a command. */
export interface Argument {
  /** Place of its value in the call's input: `params.id`, `query.filter.search`, `body.events.0.state`. */
  to: string;
  /** Name of the option; '' for a positional argument. */
  option: string;
  /** Placeholder of the value: `TEXTO`. '' for an option without a value, in brackets for a word that may be missing. */
  value: string;
  help: string;
  /** Whether the value is a list with commas: `events,read`. */
  list?: boolean;
  /** List of the body that a JSON file may contain alone. */
  rows?: string | undefined;
  /** Words that people type, with the value that is sent. */
  choices?: Readonly<Record<string, string>> | undefined;
}

export interface Arguments {
  words: readonly Argument[];
  options: readonly Argument[];
  /** Values that are sent without an argument, by their place. */
  defaults: () => Values;
}

/** How the arguments of a command differ from those that follow from its call. */
export interface Differences {
  words?: string | undefined;
  options?: string | undefined;
  set?: Values | undefined;
  row?: { of: string; defaults?: () => Values } | undefined;
  meaning?: Readonly<Record<string, string>> | undefined;
}

/** A field of a call's input. */
interface Field {
  name: string;
  to: string;
  schema: JsonSchema;
  required: boolean;
}

/** Ids by which a repeated row is recognised. They are generated unless they are given. */
const ROW_IDS = ['count_id', 'event_id', 'receipt_id'];

/** Returns a part of a JSON Schema, which isn't typed. */
const part = (schema: JsonSchema, name: string) => (schema[name] ?? {}) as JsonSchema;

function fieldsOf(inputSchema: JsonSchema, place: string, required: readonly string[] = []): Field[] {
  const properties = part(inputSchema, 'properties');
  return Object.keys(properties).map((name) => ({
    name,
    to: `${place}.${name}`,
    schema: part(properties, name),
    required: required.includes(name),
  }));
}

/** Returns the fields of a call's path, filters, query and body. @param row list in the body, of which the fields of a row are returned */
function inputFields({ params, query, body }: AnyEndpoint, row: string | undefined): Field[] {
  const schemaOf = (schema: z.ZodMiniType | undefined) => (schema ? jsonSchema(schema, 'input') : {});
  const [inQuery, inBody] = [schemaOf(query), schemaOf(body)];
  return [
    ...(params ? fieldsOf(schemaOf(params), 'params', requiredFields(params)) : []),
    ...fieldsOf(part(part(inQuery, 'properties'), 'filter'), 'query.filter'),
    ...fieldsOf(inQuery, 'query'),
    ...(row ? fieldsOf(part(part(part(inBody, 'properties'), row), 'items'), `body.${row}.0`) : []),
    ...(body ? fieldsOf(inBody, 'body', requiredFields(body)).filter(({ name }) => name !== row) : []),
  ];
}

const isNested = ({ schema }: Field) => schema.type === 'object' || part(schema, 'items').type === 'object';
const isNullable = ({ schema }: Field) =>
  Object.values(part(schema, 'anyOf')).some((one) => isObject(one) && one.type === 'null');

/** Derives the arguments of a call from its schemas and the dictionary. */
export function argumentsOf(
  call: AnyEndpoint,
  { words, options, set = {}, row, meaning = {} }: Differences,
): Arguments {
  const all = inputFields(call, row?.of);
  const nested = all.filter((field) => field.required && isNested(field));
  const inBody = all.filter(({ to, required }) => required && to.startsWith('body.'));
  const file = { name: 'body', to: 'body', schema: {}, required: true };
  const named = (names: string) => (names === '' ? [] : names.split(', ')).map((name) => name.split('='));
  const find = (name: string | undefined) => all.find((field) => field.name === name) ?? file;
  const isWord = (field: Field) =>
    field.required && !ROW_IDS.includes(field.name) && !isNullable(field) && !(field.name in set);
  const derived = all.filter((field) => isWord(field) && (nested.length === 0 || field.to.startsWith('params')));
  const chosen: (readonly [Field, string?])[] =
    words === undefined
      ? [...derived, ...(nested.length > 0 ? [file] : [])].map((field) => [field])
      : named(words).map(([name, value]) => [find(name), value]);
  const rest = all.filter((field) => !(field.name in set || isNested(field) || chosen.some(([one]) => one === field)));
  const argument = (field: Field): Argument => {
    const [, option = '', value = '', help = ''] = ARGUMENT.exec(argumentText(call, field, inBody)) ?? [];
    return {
      to: field.to,
      option,
      value,
      help: meaning[field.name] ?? help,
      list: field.schema.type === 'array',
      choices: field.to.startsWith('query.filter') ? undefined : CHOICES[field.name],
      ...(field === file && inBody.length === 1 && { rows: inBody[0]?.name }),
    };
  };
  const word = (field: Field, value?: string): Argument => {
    const made = argument(field);
    const title = made.option === '' ? made.value : titleOf(field.name).toUpperCase();
    const [, kind] = /ARCHIVO\.(\w+)/.exec(value ?? '') ?? [];
    return { ...made, option: '', value: value ?? title, ...(kind && { help: `Archivo ${kind.toUpperCase()}` }) };
  };
  return {
    words: chosen.map(([field, value]) => word(field, value)),
    options: (options === undefined ? rest : named(options).map(([name]) => find(name)))
      .map(argument)
      .filter(({ option }) => option !== ''),
    defaults: () => ({
      ...Object.fromEntries(all.filter(isNullable).map(({ to }) => [to, null])),
      ...Object.fromEntries(Object.entries(set).map(([name, value]) => [find(name).to, value])),
      ...Object.fromEntries(all.filter(({ name }) => ROW_IDS.includes(name)).map(({ to }) => [to, randomUUID()])),
      ...Object.fromEntries(Object.entries(row?.defaults?.() ?? {}).map(([name, value]) => [find(name).to, value])),
    }),
  };
}

/** An argument in the dictionary: `--peso GRAMOS  Peso medido`. */
const ARGUMENT = /^(?:--(\S+) ?)?(\S*) {2}(.+)$/;

/** Returns an argument as the dictionary has it. @param required required fields of the body, for a file with the whole body */
function argumentText({ path, query }: AnyEndpoint, { name, to }: Field, required: readonly Field[]): string {
  if (to === 'body') return `ARCHIVO.json  ${bodyText(required)}`;
  if (to.startsWith('query.filter')) return FILTERS[name] ?? '';
  if (name === 'id') return IDS[/(\w+)(?:\/:\w+)*\/:id\b/.exec(path)?.[1] ?? ''] ?? '';
  if (name !== 'limit' || !query) return argumentOf(name);
  const limitOf = (limit?: number) => part({ parsed: z.safeParse(query, { limit }).data }, 'parsed').limit;
  return `${argumentOf(name)}, hasta ${limitOf(Number.MAX_SAFE_INTEGER)}; por defecto ${limitOf()}`;
}

function bodyText([first, ...others]: readonly Field[]): string {
  if (!first || others.length > 0) return `JSON con ${[first, ...others].map((field) => field?.name).join(', ')}`;
  const row = Object.keys(part(part(first.schema, 'items'), 'properties'));
  return `Lista JSON de {${row.join(', ')}}, sola o en ${first.name}`;
}
