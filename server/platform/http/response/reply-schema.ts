import * as z from 'zod/mini';
import { deferredSchemas, fieldSchemas } from '#shared/kit/fields.ts';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';

export type JsonSchema = { [key: string]: unknown };

/** JSON Schema dialects: draft 7 for the serialiser, 2020-12 for OpenAPI 3.1. */
type Dialect = 'draft-7' | 'draft-2020-12';

/** Returns the JSON Schema of an endpoint's input or output. Fields of the contract provide their schema themselves. */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output', target: Dialect = 'draft-7'): JsonSchema {
  return z.toJSONSchema(schema, {
    target,
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: made }) => {
      const fieldSchema = fieldSchemas.get(zodSchema);
      if (fieldSchema) Object.assign(made, fieldSchema);
      const deferred = deferredSchemas.get(zodSchema);
      if (deferred) Object.assign(made, withoutDialect(jsonSchema(deferred, io, target)));
    },
  }) as JsonSchema;
}

/** Removes `$schema`, for a schema inside a document that declares the dialect itself. */
export function withoutDialect({ $schema, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** Returns the schema that serialises an endpoint's response. Keys that the schema lacks are never sent. */
export function replySchema(endpoint: AnyEndpoint, strict: boolean): JsonSchema {
  if (!endpoint.reply) return {};
  const schema = jsonSchema(endpoint.reply, 'output');
  if (strict) for (const path of endpoint.additions ?? []) withoutKey(schema, path.split('.'));
  return schema;
}

// Also visits `anyOf` (nullable objects) and `items` (an array's rows, or each element of a tuple).
function withoutKey(schema: JsonSchema, [step = '', ...rest]: string[]): void {
  for (const branch of (schema.anyOf as JsonSchema[] | undefined) ?? []) withoutKey(branch, [step, ...rest]);
  const key = step.replace('[]', '');
  const properties = schema.properties as Record<string, JsonSchema> | undefined;
  const child = properties?.[key];
  if (!properties || !child) return;
  if (rest.length === 0) {
    delete properties[key];
    // The response object still contains the key, so a branch of anyOf that forbids unknown keys would not match.
    delete schema.additionalProperties;
    schema.required = ((schema.required as string[] | undefined) ?? []).filter((name) => name !== key);
    return;
  }
  const parts = step.endsWith('[]') ? ([child.items].flat() as JsonSchema[]) : [child];
  for (const part of parts) withoutKey(part, rest);
}

/** Returns the names of the fields without which a schema refuses an input. */
export const requiredFields = (schema: z.ZodMiniType): string[] =>
  z.safeParse(schema, {}).error?.issues.map(({ path }) => String(path[0])) ?? [];
