import type * as z from 'zod/mini';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { errorStatuses } from './platform/http/response/error-statuses.ts';
import { type JsonSchema, jsonSchema, requiredFields } from './platform/http/response/reply-schema.ts';

/** What a schema says of a value besides its type, in the order of the lines. */
const LIMITS = ['format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'default'];

/**
 * Returns a line for each call and each of its fields, so that a review shows what a change does to the wire: `:` parameters of the path, `?` of the
 * query, `>` fields of the body, `<` fields of the answer. `*` marks what is always there, or without which the call is refused: of a body
 * only its own fields, because a schema can't say it of those inside.
 */
export function wireLines(calls: Record<string, AnyEndpoint>): string {
  const lines = Object.entries(calls).flatMap(([name, endpoint]) => {
    const { method, path, access, needs, produces, params, query, body, reply } = endpoint;
    const marks = [
      endpoint.addition && 'addition',
      endpoint.idempotent && 'idempotent',
      endpoint.upload && `upload ${endpoint.upload}`,
      endpoint.stepUp && 'step-up',
      produces !== 'application/json' && produces,
    ].filter(Boolean);
    const linesOf = (direction: string, schema: z.ZodMiniType | undefined, io: 'input' | 'output') => {
      if (!schema) return [];
      const needed = io === 'input' ? requiredFields(schema) : [];
      return fieldLines(jsonSchema(schema, io, 'draft-2020-12'), '', needed).map(
        (line) => `${name} ${direction} ${line}`,
      );
    };
    return [
      [name, method, `/api${path}`, access, needs, ...marks, ...errorStatuses(endpoint)].filter(Boolean).join(' '),
      ...linesOf(':', params, 'input'),
      ...linesOf('?', query, 'input'),
      ...linesOf('>', body, 'input'),
      ...linesOf('<', reply, 'output'),
    ];
  });
  return `${lines.join('\n')}\n`;
}

/**
 * Returns the lines of a value and of the values that it contains.
 *
 * @param path the value's place in the call, '' for the whole
 * @param needed names of required fields that the schema doesn't name
 */
function fieldLines(schema: JsonSchema, path: string, needed: readonly string[] = []): string[] {
  const variants = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as JsonSchema[] | undefined;
  const isPlain = !variants?.some(isComposite) && !isComposite(schema);
  const own = path === '' ? [] : [`${path} ${isPlain ? typeOf(schema) : containerOf(schema, variants)}`];
  if (isPlain) return own;
  if (variants) return [...own, ...variants.flatMap((variant) => fieldLines(variant, path).slice(1))];
  if (schema.type === 'array') return [...own, ...fieldLines(schema.items as JsonSchema, `${path}[]`)];
  const required = [...((schema.required ?? []) as string[]), ...needed];
  const members = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  return [
    ...own,
    ...members.flatMap(([name, member]) => {
      const place = path === '' ? name : `${path}.${name}`;
      const [first = '', ...others] = fieldLines(member, place);
      return [required.includes(name) ? first.replace(place, `${place}*`) : first, ...others];
    }),
  ];
}

/** Returns the kinds of a value that contains others: `array maxItems 500`, `object | null`. */
const containerOf = (schema: JsonSchema, variants: readonly JsonSchema[] = [schema]): string =>
  variants.map((one) => (isComposite(one) ? withLimits(one, 'object') : typeOf(one))).join(' | ');

/** Returns a schema's type, or `untyped` for one without, and its limits: `string maxLength 60`. */
const withLimits = (schema: JsonSchema, untyped: string): string =>
  [
    schema.type ?? untyped,
    ...LIMITS.filter((limit) => schema[limit] !== undefined).map(
      (limit) => `${limit} ${JSON.stringify(schema[limit])}`,
    ),
  ].join(' ');

const isComposite = ({ type, properties, anyOf, oneOf, allOf }: JsonSchema) =>
  type === 'array' || [properties, anyOf, oneOf, allOf].some(Boolean);

function typeOf(schema: JsonSchema): string {
  const variants = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as JsonSchema[] | undefined;
  if (variants) return variants.map(typeOf).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return (schema.enum as unknown[]).map((value) => JSON.stringify(value)).join(' | ');
  return withLimits(schema, 'any');
}
