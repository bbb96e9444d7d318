import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { errorStatuses } from './platform/http/error-statuses.ts';
import { type JsonSchema, jsonSchema } from './platform/http/reply-schema.ts';

/** What a schema says of a value besides its type, in the order of the lines. */
const LIMITS = ['format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'];

/**
 * Returns a line for each call and each of its fields, so that a review shows what a change does to the wire: `:` parameters of the path, `?` of the
 * query, `>` fields of the body, `<` fields of the answer. `*` marks required ones.
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
    return [
      [name, method, `/api${path}`, access, needs, ...marks, ...errorStatuses(endpoint)].filter(Boolean).join(' '),
      ...[
        [':', params, 'input'] as const,
        ['?', query, 'input'] as const,
        ['>', body, 'input'] as const,
        ['<', reply, 'output'] as const,
      ].flatMap(([direction, schema, io]) =>
        schema
          ? fieldLines(jsonSchema(schema, io, 'draft-2020-12'), '', false).map((line) => `${name} ${direction} ${line}`)
          : [],
      ),
    ];
  });
  return `${lines.join('\n')}\n`;
}

/** Returns the lines of a value and of what it contains. @param path the value's place in the call, '' for the whole */
function fieldLines(schema: JsonSchema, path: string, required: boolean): string[] {
  const variants = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as JsonSchema[] | undefined;
  if (variants?.some(isComposite)) return variants.flatMap((variant) => fieldLines(variant, path, required));
  if (schema.type === 'array') return fieldLines(schema.items as JsonSchema, `${path}[]`, required);
  const members = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  if (members.length === 0) return [`${path}${required ? '*' : ''} ${typeOf(schema)}`.trim()];
  const needed = (schema.required ?? []) as string[];
  return members.flatMap(([name, member]) =>
    fieldLines(member, path === '' ? name : `${path}.${name}`, needed.includes(name)),
  );
}

const isComposite = ({ type, properties, anyOf, oneOf, allOf }: JsonSchema) =>
  type === 'array' || [properties, anyOf, oneOf, allOf].some(Boolean);

function typeOf(schema: JsonSchema): string {
  const variants = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as JsonSchema[] | undefined;
  if (variants) return variants.map(typeOf).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return (schema.enum as unknown[]).map((value) => JSON.stringify(value)).join(' | ');
  const limits = LIMITS.filter((limit) => schema[limit] !== undefined).map((limit) => `${limit} ${schema[limit]}`);
  return [schema.type ?? 'any', ...limits].join(' ');
}
