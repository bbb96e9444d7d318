import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { openApi } from './platform/http/response/openapi.ts';
import type { JsonSchema } from './platform/http/response/reply-schema.ts';

/**
 * Returns the OpenAPI document of the gateway, which is served at `/api/openapi.json`.
 *
 * @param brand name of the provider
 */
export function apiDocument(calls: Record<string, AnyEndpoint>, brand = 'Remito'): JsonSchema {
  return openApi(calls, {
    title: `${brand} gateway`,
    description:
      'Calls of the portal for business clients of a logistics provider. Amounts are in pesos, weights in grams, lengths in cm. Texts for users are Spanish.',
    version: '1',
  });
}

/**
 * Returns the OpenAPI document of the provider's API. A separate document, so that clients don't see it.
 *
 * @param brand name of the provider
 */
export function providerDocument(calls: Record<string, AnyEndpoint>, brand = 'Remito'): JsonSchema {
  return openApi(calls, {
    title: `${brand} provider API`,
    description:
      'Calls for the provider’s systems, with a key in X-Api-Key: shipments and their events, clients, terms, tariffs, pickup points, categories. Amounts are in pesos, weights in grams, lengths in cm, times in ISO 8601 at −03:00.',
    version: '1',
  });
}
