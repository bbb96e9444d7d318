import { fold } from '#shared/kit/text/fold.ts';
import { PAYMENT_STATES } from '#shared/money/rules/payments.ts';
import { DELIVERY_MODES } from '#shared/orders/rules/delivery-modes.ts';
import type { AnyEndpoint, ReplyOf } from './endpoint.ts';
import { type ReplyShape, replyShapes, shapeKey } from './reply-shapes.ts';

type Shape = Readonly<Record<string, ReplyShape>>;
type Fields = Record<string, unknown>;

/** Objects of an id and a name of which a gateway may send only the one or the other, by their key in replies. */
const NAMED_IDS: Readonly<Record<string, readonly { id: number; name: string }[]>> = {
  delivery_mode: DELIVERY_MODES,
  state: PAYMENT_STATES,
};

/** Keys whose text stands for the whole object: the first that the object has. */
const TEXT_KEYS = ['name', 'description', 'value', 'receiver_name', 'state'] as const;

/** Words for yes and no, folded (D1 §2: SI, NO). */
const FLAGS: Readonly<Record<string, boolean>> = {
  true: true,
  si: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
  '': false,
};

const NUMBER = /^-?\d+(\.\d+)?$/;
const ID_KEY = /^id$|_id$/;

const isMissing = (value: unknown): value is null | undefined => value === null || value === undefined;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const hasKeyOf = (shape: Shape, value: unknown): value is Fields =>
  isFields(value) && Object.keys(shape).some((key) => key in value);

/** Returns the fields of an object; null for any other part. */
const fieldsOf = (shape: ReplyShape | undefined): Shape | null =>
  typeof shape === 'object' && 'object' in shape ? shape.object : null;

/** Returns the elements of a list; null for any other part. */
const elementOf = (shape: ReplyShape | undefined): ReplyShape | null =>
  typeof shape === 'object' && 'array' in shape ? shape.array : null;

/**
 * Converts the reply of a foreign gateway to the contract's shape, where the specifications leave the shape open (readings R4): results
 * below `results`, as its first element, or at the top level; numbers and flags as texts; an object as its name, and the reverse. Numeric
 * ids stay as received, because other calls send them back. Unknown keys, missing values and values that fit nothing stay.
 *
 * @param body the parsed JSON
 * @returns the reply; a list without rows has empty `results`, a single result that is missing stays undefined
 */
export function normalizeForeignReply<E extends AnyEndpoint>(endpoint: E, body: unknown): ReplyOf<E>;
export function normalizeForeignReply(endpoint: AnyEndpoint, body: unknown): unknown {
  const shape = fieldsOf(replyShapes[shapeKey(endpoint)]);
  if (!shape) return body;
  const results = resultsOf(shape.results, body);
  const inner = isFields(results) ? results : {};
  const nested = Object.fromEntries(Object.keys(shape).map((key) => [key, inner[key]]));
  return convertFields(shape, { ...nested, ...(isFields(body) && body), results });
}

/** Returns the results of a body as the contract arranges them; undefined without any. */
function resultsOf(part: ReplyShape | undefined, body: unknown): unknown {
  const nested = isFields(body) && 'results' in body ? body.results : undefined;
  const found = isFields(body) ? nested : body;
  const element = elementOf(part);
  if (element) return rowsOf(element, found);
  const shape = fieldsOf(part);
  if (part && !shape) return firstOf(found);
  const single = Array.isArray(found) ? objectOf(shape ?? {}, found, '') : found;
  if (isFields(single)) return single;
  return shape && hasKeyOf(shape, body) ? body : undefined;
}

/** Returns the rows of a list; a gateway may send a single row without the list. */
function rowsOf(element: ReplyShape, found: unknown): unknown[] {
  if (Array.isArray(found)) return found;
  const row = fieldsOf(element);
  return row && hasKeyOf(row, found) ? [found] : [];
}

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

/** Converts a value to a shape; `key` is its key in the reply. */
function convert(shape: ReplyShape, value: unknown, key: string): unknown {
  switch (shape) {
    case 'string':
      return textOf(value);
    case 'number':
      return ID_KEY.test(key) ? value : numberOf(value);
    case 'boolean':
      return FLAGS[fold(String(value))] ?? value;
    default:
      if ('object' in shape) return convertFields(shape.object, objectOf(shape.object, value, key), key);
      if ('choices' in shape) return choiceOf(shape.choices, scalarOf(value));
      return Array.isArray(value) ? value.map((part) => convert(shape.array, part, key)) : value;
  }
}

/** Converts the fields of an object, and completes a known id or name by the other. */
function convertFields(shape: Shape, value: unknown, key = ''): unknown {
  if (!isFields(value)) return value;
  const fields = { ...value };
  const known = 'id' in shape && knownName(key, isMissing(value.id) ? value.name : value.id);
  if (known && isMissing(fields.id)) fields.id = known.id;
  if (known && isMissing(fields.name)) fields.name = known.name;
  for (const [name, part] of Object.entries(shape)) {
    if (!isMissing(fields[name])) fields[name] = convert(part, fields[name], name);
  }
  return fields;
}

/** Returns the id and the name that a value names, by the key of the object; undefined if it is unknown. */
function knownName(key: string, value: unknown) {
  const text = fold(String(value));
  return NAMED_IDS[key]?.find(({ id, name }) => text === String(id) || text === fold(name));
}

/** Returns the object that a value stands for: the first of a list, or the object of a text or an id; null for none. */
function objectOf(shape: Shape, value: unknown, key: string): unknown {
  if (Array.isArray(value)) return onlyListOf(shape, value) ?? value[0] ?? null;
  if (isFields(value)) return value;
  const known = 'id' in shape && knownName(key, value);
  if (known) return { id: known.id, name: known.name };
  if ('id' in shape && NUMBER.test(String(value))) return { id: value };
  const textKey = TEXT_KEYS.find((name) => name in shape);
  return textKey ? { [textKey]: value } : null;
}

/** Returns the object whose only field is this list, as the shipments of a state history; null for any other. */
function onlyListOf(shape: Shape, list: readonly unknown[]): Fields | null {
  const [key = '', ...others] = Object.keys(shape);
  const row = fieldsOf(elementOf(shape[key]) ?? undefined);
  return others.length === 0 && row && hasKeyOf(row, list[0]) ? { [key]: list } : null;
}

/** Returns the text or number that an object stands for; other values as they are. */
function scalarOf(value: unknown): unknown {
  const key = isFields(value) && TEXT_KEYS.find((name) => !isMissing(value[name]));
  return key ? scalarOf((value as Fields)[key]) : value;
}

function textOf(value: unknown): unknown {
  const scalar = scalarOf(value);
  return typeof scalar === 'object' ? value : String(scalar);
}

function numberOf(value: unknown): unknown {
  const scalar = scalarOf(value);
  return typeof scalar === 'string' && NUMBER.test(scalar.trim()) ? Number(scalar) : scalar;
}

function choiceOf(choices: readonly unknown[], value: unknown): unknown {
  const text = fold(String(value));
  return choices.find((choice) => fold(String(choice)) === text) ?? value;
}
