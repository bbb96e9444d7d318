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

/** The same of the provider's entry: another document, so that clients read nothing of it. */
export function operatorDocument(calls: Record<string, AnyEndpoint>): JsonSchema {
  return openApi(calls, {
    title: 'Remito, the provider’s entry',
    description:
      'Calls of the provider’s own systems, with a key in X-Api-Key: parcels and what happens to them, clients, terms, tariffs, pickup points, categories. Amounts are pesos, weights grams, lengths cm, times ISO 8601 at −03:00.',
    version: '1',
  });
}
