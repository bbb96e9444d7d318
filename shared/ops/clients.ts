import * as z from 'zod/mini';
import { registrationSteps } from '#shared/access.ts';
import { flag, rowId, text } from '#shared/fields.ts';
import { endpoint } from '#shared/http/endpoint.ts';
import { filterText, listQuery, page } from '#shared/http/pagination.ts';

/** What the provider decided about a client. A block hides the decision about the registration. */
export const CLIENT_STATES = ['pending', 'approved', 'rejected', 'blocked'] as const;

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
  /** Whether the terms that bind are accepted, or newer ones (readings C56). */
  terms_accepted: z.boolean(),
  registered: z.string(),
  state: z.enum(CLIENT_STATES),
  approved_at: z.nullable(z.string()),
  rejected_at: z.nullable(z.string()),
  rejection_reason: z.nullable(z.string()),
  blocked_at: z.nullable(z.string()),
  blocked_reason: z.nullable(z.string()),
  /** Number of other clients with this CUIT. */
  same_cuit: z.number(),
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
    /** `pending`, `approved`, `rejected` or `blocked`. */
    state: filterText,
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

const changed = z.object({ message: z.string(), results: operatorClient });
const reason = text({ required: 'El motivo es obligatorio', max: [200] });

/** Form of a block. The client or the user reads the reason. */
export const blockForm = z.object({ reason });

export const approveClient = endpoint('POST /ops/v1/client/:clientId/approve', {
  access: 'operator',
  needs: 'clients',
  audit: 'ops.client.approve',
  summary: 'Approves a client with an activated account. At most one client with a CUIT is approved this way.',
  params: clientPath,
  reply: changed,
  errorStatuses: [409],
});

export const rejectClient = endpoint('POST /ops/v1/client/:clientId/reject', {
  access: 'operator',
  needs: 'clients',
  audit: 'ops.client.reject',
  summary: 'Rejects a registration that isn’t approved. The client reads the reason, and can be approved later.',
  params: clientPath,
  body: z.object({ reason }),
  reply: changed,
  errorStatuses: [409],
});

export const blockClient = endpoint('POST /ops/v1/client/:clientId/block', {
  access: 'operator',
  needs: 'clients',
  audit: 'ops.client.block',
  summary:
    'Blocks a client from its next call. Its users read the reason. Parcels on the way and uploads in progress go on.',
  params: clientPath,
  body: blockForm,
  reply: changed,
});

export const unblockClient = endpoint('POST /ops/v1/client/:clientId/unblock', {
  access: 'operator',
  needs: 'clients',
  audit: 'ops.client.unblock',
  summary: 'Ends the block of a client, whose users have to log in again.',
  params: clientPath,
  reply: changed,
});

export const endClientSessions = endpoint('POST /ops/v1/client/:clientId/end_sessions', {
  access: 'operator',
  needs: 'clients',
  audit: 'ops.client.end_sessions',
  summary: 'Ends the sessions of all users of a client.',
  params: clientPath,
  reply: changed,
});

const { cuit, razon_social, nombre_empresa } = registrationSteps.company.shape;

export const correctClient = endpoint('PUT /ops/v1/client/:clientId/data', {
  access: 'operator',
  needs: 'clients',
  audit: 'ops.client.correct',
  summary: 'Corrects names and CUIT of a client; omitted fields keep their values.',
  params: clientPath,
  body: z.object({
    razon_social: z.optional(razon_social),
    nombre_empresa: z.optional(nombre_empresa),
    cuit: z.optional(cuit),
  }),
  reply: changed,
  errorStatuses: [409],
});
