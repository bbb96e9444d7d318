import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import type { Pagination } from '#shared/kit/http/pagination.ts';
import { isObject } from '#shared/kit/is-object.ts';
import { EMPTY_VALUE, formatTimestamp } from '#shared/kit/text/format.ts';
import { IDS, titleOf } from './dictionary.ts';
import { fieldValue, objectText } from './values.ts';

type Row = Readonly<Record<string, unknown>>;

/** A column of a table, or a line of a card. */
export interface Column<R> {
  title: string;
  value: (row: R) => unknown;
}

/** Control and bidi characters, which clients could put into names and addresses to manipulate the terminal. */
const UNSAFE = /[\p{Cc}\p{Cf}]/gu;

/** Formats a value on one line: dates in the time zone of Buenos Aires, booleans as sí and no, a list of rows as their number. */
export function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return EMPTY_VALUE;
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  if (isRows(value)) return String(value.length);
  if (Array.isArray(value)) return shown(value.join(', '));
  if (isObject(value)) return shown(objectText(value) ?? JSON.stringify(value));
  const text = String(value).replace(/\s+/g, ' ').replace(UNSAFE, '');
  return /^\d{4}-\d\d-\d\dT/.test(text) ? formatTimestamp(text) : text;
}

const isRows = (value: unknown): value is Row[] => Array.isArray(value) && value.length > 0 && value.every(isObject);

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;

/** Formats JSON, with control and bidi characters escaped. */
export function json(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/[\u007f-\u009f\p{Cf}]/gu, (char) =>
    [...Array(char.length).keys()].map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}

/** Formats rows as a table. */
export function table<R>(rows: readonly R[], columns: readonly Column<R>[]): string {
  if (rows.length === 0) return 'No hay nada que mostrar';
  const head = columns.map(({ title }) => title.toUpperCase());
  const lines = [head, ...rows.map((row) => columns.map(({ value }) => shown(value(row))))];
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats titles and values, one line for each value. */
function card(values: readonly (readonly [title: string, value: unknown])[]): string {
  const width = Math.max(...values.map(([title]) => title.length));
  return values.map(([title, value]) => `${title.padEnd(width)}  ${shown(value)}`).join('\n');
}

/**
 * Returns columns by names of fields, which may have another title: `'client_id, id=Pedido'`.
 *
 * @param path path of the call, whose noun is the title of `id`
 * @param values values of columns that aren't shown as the field is; a name without a field is its title
 */
export function columnsOf(names: string, path: string, values: Values = {}): Column<Row>[] {
  return names.split(', ').map((name) => {
    const [field = '', title] = name.split('=');
    const { value, ...column } = columnOf(field, path);
    // The declaration of a command checks that its values take the rows of its call.
    return { value: (values[field] as typeof value | undefined) ?? value, title: title ?? column.title };
  });
}

const columnOf = (field: string, path: string): Column<Row> => ({
  title: columnTitle(field, path) || field,
  value: (row) => fieldValue(field, row),
});

/** Returns the columns of the fields of a row that have a title. @param nested also those that contain further fields */
const derivedColumns = (row: Row, path: string, nested: boolean): Column<Row>[] =>
  Object.entries(row)
    .filter(([field, value]) => columnTitle(field, path) || (nested && (isRows(value) || isParent(value))))
    .map(([field]) => columnOf(field, path));

/** Returns the title of a field; '' for a field without one. A name that begins with a capital is a title. */
function columnTitle(field: string, path: string): string {
  if (/^\p{Lu}/u.test(field)) return field;
  const noun = field === 'id' ? path.split('/').findLast((part) => part in IDS) : undefined;
  const [word = ''] = IDS[noun ?? '']?.split(' ') ?? [];
  return word ? word.charAt(0) + word.slice(1).toLowerCase() : titleOf(field);
}

/** Whether a value contains fields and has no text of its own. */
const isParent = (value: unknown): value is Row =>
  isObject(value) && !Array.isArray(value) && objectText(value) === undefined;

/** Formats a text as it is, rows as a table, and an object as a card with a table for each of its lists of rows. */
function sections(value: unknown, path: string, columns: readonly Column<Row>[] | null = null): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value)) return [table(value, columns ?? derivedColumns(value[0] ?? {}, path, false))];
  const lines: [string, unknown][] = [];
  const tables: string[] = [];
  const add = (row: Row, chosen: readonly Column<Row>[]) => {
    for (const column of chosen) {
      const one = column.value(row);
      if (isRows(one)) tables.push(...sections(one, path));
      else if (isParent(one)) add(one, derivedColumns(one, path, true));
      else lines.push([column.title, one]);
    }
  };
  if (isObject(value)) add(value, columns ?? derivedColumns(value, path, true));
  return [...(lines.length > 0 ? [card(lines)] : []), ...tables];
}

type Values = Readonly<Record<string, (row: never) => unknown>>;

/** How a command shows the reply of its call. */
export interface Shown {
  /** Columns of the results, by names or as a list; `*` are all fields. */
  columns: string | readonly Column<never>[] | null;
  values: Values;
  /** Returns what is shown instead of the results: texts, rows and objects. */
  show: ((reply: never) => unknown[]) | null;
}

/**
 * Formats the reply of a call: its message, totals and results, and how the list goes on. A call with a message shows that alone, unless
 * the command has columns.
 */
export function replyText({ path }: AnyEndpoint, reply: object, { columns, values, show }: Shown): string {
  const { message, results, pagination, cursor, ...others } = reply as Row & { pagination?: Pagination | null };
  const totals = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== false));
  const parts = () => {
    // The declaration of a command checks that `show` and `columns` take what its call answers.
    if (show) return show(reply as never).flatMap((part) => (isEmpty(part) ? [] : sections(part, path)));
    if (message !== undefined && columns === null) return [];
    const named =
      typeof columns === 'string' ? columnsOf(columns, path, values) : (columns as readonly Column<Row>[] | null);
    return [...sections(totals, path), ...sections(results, path, columns === '*' ? null : named)];
  };
  const text = [...(message === undefined ? [] : [shown(message)]), ...parts()].join('\n\n');
  const page = pagination ? `\nPágina ${pagination.page} de ${pagination.pages}, ${pagination.total} en total` : '';
  return `${text}${page}${cursor ? `\nPara seguir: --cursor ${cursor}` : ''}`;
}
