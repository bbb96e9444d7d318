import type * as z from 'zod/mini';
import { contract } from '#shared/contract.ts';
import type { AnyEndpoint } from './endpoint.ts';

/** What a reply consists of, as data: the portal's build contains this instead of the schemas. */
export type ReplyShape =
  | { object: Readonly<Record<string, ReplyShape>> }
  | { array: ReplyShape }
  /** The allowed values of an enum, a literal or a union of them; none where everything is allowed. */
  | { choices: readonly unknown[] }
  | 'string'
  | 'number'
  | 'boolean';

/** Returns the definition of a schema without its wrappers: optional, nullable, default. */
function definitionOf(schema: z.core.$ZodType): z.core.$ZodTypes['_zod']['def'] {
  const definition = (schema as z.core.$ZodTypes)._zod.def;
  return 'innerType' in definition ? definitionOf(definition.innerType) : definition;
}

function shapeOf(schema: z.core.$ZodType): ReplyShape {
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'object':
      return {
        object: Object.fromEntries(Object.entries(definition.shape).map(([key, part]) => [key, shapeOf(part)])),
      };
    case 'array':
      return { array: shapeOf(definition.element) };
    case 'string':
    case 'number':
    case 'boolean':
      return definition.type;
    default:
      return { choices: choicesOf(schema) };
  }
}

function choicesOf(schema: z.core.$ZodType): unknown[] {
  const definition = definitionOf(schema);
  if (definition.type === 'enum') return Object.values(definition.entries);
  if (definition.type === 'literal') return [...definition.values];
  return definition.type === 'union' ? definition.options.flatMap(choicesOf) : [];
}

export const shapeKey = ({ method, path }: Pick<AnyEndpoint, 'method' | 'path'>): string => `${method} ${path}`;

/** Shapes of the replies of the portal's calls, by `shapeKey`. The build replaces this module by its data (vite.config.ts). */
export const replyShapes: Readonly<Record<string, ReplyShape>> = Object.fromEntries(
  (Object.values(contract) as AnyEndpoint[]).flatMap((endpoint) =>
    endpoint.reply ? [[shapeKey(endpoint), shapeOf(endpoint.reply)]] : [],
  ),
);
