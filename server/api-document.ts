import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { openApi } from './platform/http/openapi.ts';
import type { JsonSchema } from './platform/http/reply-schema.ts';

/** The gateway's OpenAPI document: served, and committed below docs/api. */
export function apiDocument(calls: Record<string, AnyEndpoint>): JsonSchema {
  return openApi(calls, {
    title: 'Remito gateway',
    description:
      'Calls of the portal for business clients of a logistics provider. Amounts are pesos, weights grams, lengths cm; texts that people see are Spanish.',
    version: '1',
  });
}
