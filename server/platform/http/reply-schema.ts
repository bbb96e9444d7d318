import * as z from 'zod/mini';
import { deferredSchemas, fieldSchemas } from '#shared/fields.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';

export type JsonSchema = { [key: string]: unknown };

/** Draft 7 is what the serialiser reads, 2020-12 what OpenAPI 3.1 is written in. */
type Dialect = 'draft-7' | 'draft-2020-12';

/** JSON Schema of what a call takes or answers; fields made by the contract say their own. */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output', target: Dialect = 'draft-7'): JsonSchema {
  return z.toJSONSchema(schema, {
    target,
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: made }) => {
      const own = fieldSchemas.get(zodSchema);
      if (own) Object.assign(made, own);
      const later = deferredSchemas.get(zodSchema);
      if (later) Object.assign(made, withoutDialect(jsonSchema(later, io, target)));
    },
  }) as JsonSchema;
}

/** A schema as a part of a document, which says by itself how it is to be read. */
export function withoutDialect({ $schema, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** Schema that an answer is serialised by: keys that it doesn't name are never sent. */
export function replySchema(endpoint: AnyEndpoint, strict: boolean): JsonSchema {
  if (!endpoint.reply) return {};
  const schema = jsonSchema(endpoint.reply, 'output');
  if (strict) for (const path of endpoint.additions ?? []) withoutKey(schema, path.split('.'));
  return schema;
}

// Nullable objects come as anyOf, arrays keep their rows, or each of their places, under items: all are looked through.
function withoutKey(schema: JsonSchema, [step = '', ...rest]: string[]): void {
  for (const branch of (schema.anyOf as JsonSchema[] | undefined) ?? []) withoutKey(branch, [step, ...rest]);
  const key = step.replace('[]', '');
  const properties = schema.properties as Record<string, JsonSchema> | undefined;
  const child = properties?.[key];
  if (!properties || !child) return;
  if (rest.length === 0) {
    delete properties[key];
    // The answer still holds the key: a branch that forbids unknown ones would not be found to fit.
    delete schema.additionalProperties;
    schema.required = ((schema.required as string[] | undefined) ?? []).filter((name) => name !== key);
    return;
  }
  const within = step.endsWith('[]') ? ([child.items].flat() as JsonSchema[]) : [child];
  for (const part of within) withoutKey(part, rest);
}
