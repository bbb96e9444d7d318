import * as z from 'zod/mini';
import { isDay } from './days.ts';
import { messages } from './messages.ts';
import { FORMAT, singleBlanks, usualBlanks } from './text/blanks.ts';
import { isLonger, isShorter } from './text/code-points.ts';
import { plainEmail, readEmail } from './text/email.ts';

// Errors without a message of their own must not appear in English.
z.config({ localeError: () => messages.value });

/** A limit and the message for a value beyond it. */
export type Limit = readonly [limit: number, message?: string];

type JsonSchema = Record<string, unknown>;

/** JSON Schema of a field's input for the API documents, because it can't be derived from a transform. */
export const fieldSchemas = new WeakMap<object, JsonSchema>();

/** Returns whether a text can be stored: without null characters and without half a surrogate pair. */
const storable = (value: string) => value.isWellFormed() && !value.includes('\0');

/** Control characters and separators of lines and paragraphs. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** Control characters except tab and line breaks, which multi-line texts may contain. */
const CONTROL_IN_LINES = /[^\P{Cc}\t\n\r]/u;

/** Returns whether a text has control characters other than tabs and line breaks. */
export const hasControlInLines = (value: string): boolean => CONTROL_IN_LINES.test(value);

/**
 * Returns a text without format characters and surrounding blanks. Texts from web pages and chats often contain such
 * characters, and two texts that differ only in them look the same but aren't found by each other.
 */
export const visibleText = (value: string): string => value.replace(FORMAT, '').trim();

/** Schemas of values that are parsed later or changed before, for the API documents. */
export const deferredSchemas = new WeakMap<object, z.ZodMiniType>();

/** Accepts any value. The handler parses it by `schema`, so that one wrong value doesn't refuse the whole call. */
export function deferredSchema(schema: z.ZodMiniType) {
  const made = z.unknown();
  deferredSchemas.set(made, schema);
  return made;
}

/**
 * Changes a raw value before `schema` parses it, where what is required of one field depends on another.
 *
 * @param prepare gets any JSON value
 */
export function preparedSchema<S extends z.ZodMiniType>(
  schema: S,
  prepare: (raw: unknown) => unknown,
): z.ZodMiniType<z.output<S>, z.input<S>> {
  const made = z.pipe(z.transform<unknown, unknown>(prepare), schema);
  deferredSchemas.set(made, schema);
  return made as unknown as z.ZodMiniType<z.output<S>, z.input<S>>;
}

type Parsed<T> = { value: T } | { problem: string };

/**
 * Builds a field. All fields use this function: an empty input is `''`, so emptiness, type and limits are checked by
 * hand, and each field returns exactly one Spanish message.
 */
function field<T>(schema: JsonSchema, parse: (raw: unknown) => Parsed<T>) {
  const made = z.pipe(
    z.optional(z.unknown()),
    z.transform((raw, context): T => {
      const result = parse(raw);
      if ('value' in result) return result.value;
      context.issues.push({ code: 'custom', message: result.problem, input: raw });
      return z.NEVER;
    }),
  );
  fieldSchemas.set(made, schema);
  return made;
}

/**
 * Returns a text, or a number's digits; '' for a missing value, and null for any other. Above 2⁵³ JSON numbers aren't exact, and
 * their digits would be those of another number.
 */
export function scalarText(raw: unknown): string | null {
  if (raw === undefined || raw === null) return '';
  if (typeof raw === 'string') return visibleText(raw);
  if (typeof raw !== 'number' || !Number.isFinite(raw)) return null;
  return Number.isInteger(raw) && !Number.isSafeInteger(raw) ? null : String(raw);
}

export interface TextRules {
  /** Message for an empty field; without it the field is optional and empty means `''`. */
  required?: string;
  min?: Limit;
  max?: Limit;
  /** True for a name that must match a stored one exactly: keeps format characters and blanks. */
  exact?: boolean;
  /** True for a key of the client's, such as an order number or a SKU: stored as typed, compared by `typedKey` (readings C61). */
  key?: boolean;
  /** True for a text that labels show: refuses U+FFFD, which programs put in the place of a letter that they couldn't read. */
  whole?: boolean;
  /** True for a multi-line text: tabs and line breaks are allowed. */
  lines?: boolean;
  /** Normalises the text (a document without its dots). Runs before the limits. */
  normalize?: (text: string) => string;
  /** Returns the reason why a text is wrong; null for a valid one. */
  check?: (text: string) => string | null;
}

/**
 * Builds a text field, trimmed, without format characters and with usual blanks. Accepts numbers as their digits. Limits count
 * Unicode code points, like PostgreSQL's `char_length`.
 */
export function text({ required, min, max, exact, key, whole, lines, normalize, check }: TextRules) {
  const blanks = key ? visibleText : lines ? usualBlanks : singleBlanks;
  const schema = {
    type: 'string',
    ...(max && { maxLength: max[0] }),
    ...((min || required) && { minLength: min?.[0] ?? 1 }),
  };
  return field<string>(schema, (raw) => {
    const typed = exact && typeof raw === 'string' ? raw.trim() : scalarText(raw);
    if (typed === null) return { problem: messages.value };
    const received = exact ? typed : blanks(typed);
    const value = normalize && storable(received) ? normalize(received) : received;
    if (value === '') return required ? { problem: required } : { value };
    if (!storable(value) || (whole && value.includes('\uFFFD'))) return { problem: messages.characters };
    if ((lines ? CONTROL_IN_LINES : CONTROL).test(value)) return { problem: messages.controlCharacters };
    if (min && isShorter(value, min[0])) return { problem: min[1] ?? messages.value };
    if (max && isLonger(value, max[0])) return { problem: max[1] ?? messages.max(max[0]) };
    const problem = check?.(value);
    return problem ? { problem } : { value };
  });
}

/** Builds a text field that isn't trimmed: passwords and one-time tokens. */
export function secret({ required, min, max, check }: Pick<TextRules, 'min' | 'max' | 'check'> & { required: string }) {
  return field<string>({ type: 'string', minLength: min?.[0] ?? 1 }, (raw) => {
    if (typeof raw !== 'string' || raw === '') return { problem: required };
    if (!storable(raw)) return { problem: messages.characters };
    if (min && isShorter(raw, min[0])) return { problem: min[1] ?? messages.value };
    if (isLonger(raw, max?.[0] ?? 1024)) return { problem: max?.[1] ?? messages.max(max?.[0] ?? 1024) };
    const problem = check?.(raw);
    return problem ? { problem } : { value: raw };
  });
}

/** Builds a field for an e-mail address, which is stored as `readEmail` returns it. */
export function email({ required, max }: { required?: string; max?: Limit }) {
  return text({
    ...(required && { required }),
    max: max ?? [254],
    normalize: plainEmail,
    check: (value) => (readEmail(value) === null ? messages.email : null),
  });
}

export interface IntegerRules {
  required?: string;
  min: Limit;
  max?: Limit;
  /** Unit of the number: decimals and text then get a message about the unit, else the minimum's message. */
  unit?: keyof typeof messages.whole;
}

const DIGITS = /^-?\d+$/;
const DECIMAL = /^-?\d+[.,]\d+$/;

/** Parses a whole number from a JSON number or its digits. Without `required` an empty field means null. */
function parseInteger({ required, min, max, unit }: IntegerRules, raw: unknown): Parsed<number | null> {
  const value = scalarText(raw);
  if (value === '') return required ? { problem: required } : { value: null };
  const number = typeof raw === 'number' ? raw : value !== null && DIGITS.test(value) ? Number(value) : Number.NaN;
  if (!Number.isInteger(number)) {
    if (!unit) return { problem: min[1] ?? messages.value };
    const isDecimal = Number.isFinite(number) || (value !== null && DECIMAL.test(value));
    return { problem: isDecimal ? messages.whole[unit] : messages.number };
  }
  if (number < min[0]) return { problem: min[1] ?? messages.value };
  if (max && number > max[0]) return { problem: max[1] ?? messages.value };
  return Number.isSafeInteger(number) ? { value: number } : { problem: messages.value };
}

export function integer(rules: IntegerRules & { required: string }) {
  const schema = { type: 'integer', minimum: rules.min[0], ...(rules.max && { maximum: rules.max[0] }) };
  return field<number>(schema, (raw) => parseInteger(rules, raw) as Parsed<number>);
}

export function optionalInteger(rules: Omit<IntegerRules, 'required'>) {
  return field<number | null>({ type: ['integer', 'null'], minimum: rules.min[0] }, (raw) => parseInteger(rules, raw));
}

/**
 * Builds a field for a decimal number, from a JSON number or text with a decimal point or comma; empty means null.
 *
 * @param problem message for any other value
 */
export function optionalNumber({ min, max, problem = messages.value }: { min: number; max: number; problem?: string }) {
  return field<number | null>({ type: ['number', 'null'], minimum: min, maximum: max }, (raw) => {
    const value = scalarText(raw);
    if (value === '') return { value: null };
    const number =
      value !== null && /^-?\d{1,15}(?:[.,]\d{1,20})?$/.test(value) ? Number(value.replace(',', '.')) : Number.NaN;
    return number >= min && number <= max ? { value: number } : { problem };
  });
}

/**
 * Builds a field for an amount in pesos with at most two decimals, from a JSON number or text with a decimal point or
 * comma. Returns integer cents.
 */
export function pesos({ required, min, max }: { required: string; min: Limit; max: Limit }) {
  return field<number>({ type: 'number', minimum: min[0], maximum: max[0] }, (raw) => {
    const value = scalarText(raw);
    if (value === '') return { problem: required };
    if (value !== null && /^-?\d+[.,]\d{3,}$/.test(value)) return { problem: messages.cents };
    if (value === null || !/^-?\d+(?:[.,]\d{1,2})?$/.test(value)) return { problem: messages.number };
    const [whole = '0', decimals = ''] = value.replace('-', '').split(/[.,]/);
    const cents = (value.startsWith('-') ? -1 : 1) * (Number(whole) * 100 + Number(decimals.padEnd(2, '0')));
    if (cents < min[0] * 100) return { problem: min[1] ?? messages.value };
    if (cents > max[0] * 100) return { problem: max[1] ?? messages.value };
    return { value: cents };
  });
}

/** Builds a field for a number in steps (0.5: halves), from a JSON number or text with a decimal point or comma. */
export function decimal({ required, min, max, step }: { required: string; min: number; max: number; step: number }) {
  return field<number>({ type: 'number', minimum: min, maximum: max, multipleOf: step }, (raw) => {
    const value = scalarText(raw);
    if (value === '') return { problem: required };
    const number = value !== null && /^\d{1,9}(?:[.,]\d{1,6})?$/.test(value) ? Number(value.replace(',', '.')) : -1;
    return number >= min && number <= max && Number.isInteger(number / step)
      ? { value: number }
      : { problem: `Poné un número de ${min} a ${max}${step === 0.5 ? ', entero o con medio' : ''}` };
  });
}

/**
 * Builds a field for one of a list of words; accepts numbers as their digits.
 *
 * @param unknown message for any other word
 */
export function choice<const T extends string>(
  words: readonly T[],
  required: string,
  unknown: string = messages.value,
) {
  return field<T>({ type: 'string', enum: words }, (raw) => {
    const value = scalarText(raw);
    return words.includes(value as T) ? { value: value as T } : { problem: value === '' ? required : unknown };
  });
}

/** Builds a field for true or false; also accepts `1`, `0`, `'true'`, `'false'`. A missing value gives the fallback. */
export function flag<F extends boolean | null>(fallback: F) {
  const schema = fallback === null ? { type: ['boolean', 'null'] } : { type: 'boolean', default: fallback };
  return field<boolean | F>(schema, (raw) => {
    if (raw === undefined || raw === null || raw === '') return { value: fallback };
    if (raw === true || raw === 1 || raw === 'true' || raw === '1') return { value: true };
    return raw === false || raw === 0 || raw === 'false' || raw === '0'
      ? { value: false }
      : { problem: messages.value };
  });
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** Builds a field for an ISO 8601 time with a time zone. */
export function moment(required: string) {
  return field<Date>({ type: 'string', format: 'date-time' }, (raw) => {
    const value = scalarText(raw);
    if (value === '') return { problem: required };
    // `Date` would read 30 February as 2 March.
    const date = value !== null && MOMENT.test(value) && isDay(value.slice(0, 10)) ? new Date(value) : null;
    const year = date?.getUTCFullYear() ?? Number.NaN;
    return date && year >= 1900 && year <= 2200 ? { value: date } : { problem: 'La fecha no es válida' };
  });
}

/** A row's id in a path. */
export const rowId = integer({ required: messages.notFound, min: [1, messages.notFound] });

/** Id in a path, as people type, paste or scan it, also within an address; what isn't one finds nothing. The router takes up to 256 characters. */
export const pathId = field<string>({ type: 'string', minLength: 1, maxLength: 250 }, (raw) =>
  typeof raw === 'string' && raw.length <= 250 ? { value: raw } : { problem: messages.notFound },
);
