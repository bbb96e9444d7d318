import type * as z from 'zod/mini';
import { STAFF_COOKIE } from '#server/platform/http/request/staff-cookie.ts';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { failureBody } from '#shared/kit/http/failure.ts';
import { ERROR_STATUSES, errorStatuses } from './error-statuses.ts';
import { type JsonSchema, jsonSchema, withoutDialect } from './reply-schema.ts';

interface Document {
  title: string;
  description: string;
  version: string;
}

type Operation = Record<string, unknown>;

/**
 * Builds the OpenAPI 3.1 document of endpoints.
 *
 * @param calls endpoints by operation id, as the contract exports them
 */
export function openApi(calls: Record<string, AnyEndpoint>, about: Document): JsonSchema {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [operationId, endpoint] of Object.entries(calls)) {
    const path = `/api${endpoint.path.replace(/:([a-zA-Z]+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(operationId, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { ...about, license: { name: 'All rights reserved', identifier: 'LicenseRef-Remito' } },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: Object.fromEntries(
        Object.values(calls)
          .flatMap(schemesOf)
          .map((scheme) => [scheme, schemes[scheme]]),
      ),
      responses: Object.fromEntries(
        [...new Set(Object.values(calls).flatMap(errorStatuses))].map((status) => [
          `Refused${status}`,
          failure(ERROR_STATUSES[status]),
        ]),
      ),
      schemas: { Failure: partSchema(failureBody, 'output') },
    },
  };
}

/** Returns a schema in JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
const partSchema = (...[schema, io]: [z.ZodMiniType, 'input' | 'output']) =>
  withoutDialect(jsonSchema(schema, io, 'draft-2020-12'));

const failure = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
});

const schemes = {
  session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  providerKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
  staffSession: { type: 'http', scheme: 'bearer' },
  staffCookie: { type: 'apiKey', in: 'cookie', name: STAFF_COOKIE },
};

/** Returns the schemes that authenticate a call, each on its own. */
function schemesOf({ access }: AnyEndpoint): (keyof typeof schemes)[] {
  if (access === 'public') return [];
  if (access === 'staff') return ['staffSession', 'staffCookie'];
  return access === 'provider' ? ['providerKey', 'staffSession', 'staffCookie'] : ['session'];
}

function operation(operationId: string, endpoint: AnyEndpoint): Operation {
  const body = endpoint.body && partSchema(endpoint.body, 'input');
  return {
    operationId,
    summary: endpoint.summary,
    ...(endpoint.addition && { 'x-addition': true }),
    ...(endpoint.needs && { 'x-permission': endpoint.needs }),
    security: schemesOf(endpoint).map((scheme) => ({ [scheme]: [] })),
    parameters: [
      ...properties(endpoint.params).map(([name, schema]) => ({ name, in: 'path', required: true, schema })),
      ...properties(endpoint.query).flatMap(([name, schema]) => queryParameter(name, schema)),
      ...(endpoint.idempotent
        ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 200 } }]
        : []),
    ],
    ...(endpoint.upload && {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: formOf(endpoint.upload) } } },
    }),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      200: {
        description: 'Done',
        content: {
          [endpoint.produces]: endpoint.reply
            ? { schema: partSchema(endpoint.reply, 'output') }
            : { schema: { type: 'string', ...(!endpoint.produces.startsWith('text/') && { format: 'binary' }) } },
        },
      },
      ...Object.fromEntries(
        errorStatuses(endpoint).map((status) => [status, { $ref: `#/components/responses/Refused${status}` }]),
      ),
      default: failure('Refused: the message is Spanish and may be shown'),
    },
  };
}

const formOf = (field: string) => ({
  type: 'object',
  required: [field],
  properties: { [field]: { type: 'string', format: 'binary' } },
});

function properties(schema: AnyEndpoint['params']): [string, JsonSchema][] {
  if (!schema) return [];
  return Object.entries((partSchema(schema, 'input').properties ?? {}) as Record<string, JsonSchema>);
}

// `filter` and `order` are written with brackets: filter[from_date]=2026-01-05.
function queryParameter(name: string, schema: JsonSchema): object[] {
  const inner = schema.properties as Record<string, JsonSchema> | undefined;
  if (!inner)
    return [
      {
        name,
        in: 'query',
        required: false,
        schema: { type: name === 'page' || name === 'limit' ? 'integer' : 'string' },
      },
    ];
  return Object.keys(inner).map((key) => ({
    name: `${name}[${key}]`,
    in: 'query',
    required: false,
    schema: { type: 'string' },
  }));
}
