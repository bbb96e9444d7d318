import { apiDocument, providerDocument } from '#server/api-document.ts';
import { contract } from '#shared/contract.ts';
import { staffContract } from '#shared/staff-contract.ts';

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
}

interface Operation {
  operationId: string;
  parameters: { in: 'path' | 'query' | 'header'; name: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** A field of a request, named as `:id` in a path, `?page` in a query, `Idempotency-Key`, `orders[]` in a body. */
export interface ContractField {
  call: string;
  field: string;
}

const SIGNS = { path: ':', query: '?', header: '' };

/** Returns every field of every call of the contract, the provider's API included. */
export function contractFields(): ContractField[] {
  const documents = [apiDocument(contract), providerDocument(staffContract)];
  const operations = documents.flatMap(({ paths }) =>
    Object.values(paths as Record<string, Record<string, Operation>>).flatMap((methods) => Object.values(methods)),
  );
  return operations.flatMap(({ operationId: call, parameters, requestBody }) => [
    ...parameters.map(({ in: place, name }) => ({ call, field: `${SIGNS[place]}${name}` })),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
      leaves(schema, '').map((field) => ({ call, field })),
    ),
  ]);
}

function leaves({ properties, items }: Schema, path: string): string[] {
  if (items) return leaves(items, `${path}[]`);
  if (!properties) return [path];
  return Object.entries(properties).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`));
}
