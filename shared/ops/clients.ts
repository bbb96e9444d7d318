import * as z from 'zod/mini';
import { flag, rowId } from '#shared/fields.ts';
import { endpoint } from '#shared/http/endpoint.ts';
import { filterText, listQuery, page } from '#shared/http/pagination.ts';

export const operatorClient = z.object({
  client_id: z.number(),
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  razon_social: z.string(),
  nombre_empresa: z.string(),
  /** 11 digits. */
  cuit: z.string(),
  /** False for a wrong check digit (readings C1). */
  cuit_valid: z.boolean(),
  prepago: z.boolean(),
  logistica_inversa: z.boolean(),
  fulfillment: z.boolean(),
  /** ISO 8601, −03:00; null until the account is activated. */
  activated_at: z.nullable(z.string()),
  /** Whether the newest terms are accepted. */
  terms_accepted: z.boolean(),
  registered: z.string(),
});

export type OperatorClient = z.output<typeof operatorClient>;

const clientPath = z.object({ clientId: rowId });

export const listClients = endpoint('GET /ops/v1/client/', {
  access: 'operator',
  needs: 'read',
  summary: 'Lists clients by company name.',
  query: listQuery({
    /** Searches part of a company’s name, a CUIT, a username or an e-mail. */
    search: filterText,
  }),
  reply: page(operatorClient),
});

export const readClient = endpoint('GET /ops/v1/client/:clientId', {
  access: 'operator',
  needs: 'read',
  summary: 'Returns a client.',
  params: clientPath,
  reply: z.object({ results: operatorClient }),
});

export const changeClient = endpoint('PUT /ops/v1/client/:clientId', {
  access: 'operator',
  needs: 'clients',
  audit: 'ops.client.change',
  summary:
    'Sets the permissions of a client’s account, which apply from the client’s next call. An omitted flag keeps its value; existing orders keep their payment terms.',
  params: clientPath,
  body: z.object({ prepago: flag(null), logistica_inversa: flag(null), fulfillment: flag(null) }),
  reply: z.object({ message: z.string(), results: operatorClient }),
});
