import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { declaredCalls } from '#shared/http/endpoint.ts';
import * as clients from './clients.ts';
import * as events from './events.ts';
import * as modifications from './modifications.ts';
import * as shipments from './shipments.ts';

/** Every call of the provider's entry by its name; its clients are the provider's own systems, never a browser. */
export const operatorContract: Record<string, AnyEndpoint> = declaredCalls([events, shipments, modifications, clients]);
