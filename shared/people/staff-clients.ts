import * as z from 'zod/mini';
import { flag, rowId, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { filterFlag } from '#shared/kit/http/pagination.ts';
import { resource } from '#shared/kit/resource.ts';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import { KIND_NAMES } from '#shared/orders/rules/open-item-kinds.ts';
import { STATE_GROUPS } from '#shared/orders/rules/state-group.ts';
import { registrationSteps } from './registration.ts';
import { formatCuit } from './rules/cuit.ts';

/** What the provider decided about a client. A block hides the decision about the registration. */
export const CLIENT_STATES = ['pending', 'approved', 'rejected', 'blocked'] as const;

export const staffClient = z.object({
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

export type StaffClient = z.output<typeof staffClient>;

/** A client with the person or the key that approved or rejected it last; null for an undecided one. */
const decidedClient = z.extend(staffClient, { decided_by: z.nullable(z.string()) });

export type DecidedClient = z.output<typeof decidedClient>;

const clientPath = z.object({ clientId: rowId });

/** Names of the states of a client. */
export const CLIENT_STATE_NAMES: Record<(typeof CLIENT_STATES)[number], string> = {
  pending: 'A revisar',
  approved: 'Aprobado',
  rejected: 'Rechazado',
  blocked: 'Bloqueado',
};

const yesOrNo = (flag: boolean) => (flag ? 'Sí' : 'No');

/** All clients. */
export const clients = resource('/ops/v1/client/', {
  title: 'Clientes',
  nouns: ['cliente', 'clientes'],
  command: ['clientes', 'Lista los clientes por nombre de empresa, con sus permisos'],
  summary: 'Lists clients by company name.',
  needs: 'read',
  shows: ['user', 'text'],
  audit: 'ops.export.clients',
  row: staffClient,
  key: ({ client_id }) => String(client_id),
  filters: {
    search: { name: 'buscar', label: 'Buscar', hint: 'Empresa, CUIT, usuario o email' },
    state: { name: 'estado', label: 'Estado', options: { '': 'Todos', ...CLIENT_STATE_NAMES } },
    /** Only clients with this permission, or without it. */
    fulfillment: { schema: filterFlag },
  },
  columns: {
    client_id: 'Cliente',
    nombre_empresa: 'Empresa',
    razon_social: { title: 'Razón social', value: ({ razon_social }) => razon_social, fileOnly: true },
    cuit: {
      title: 'CUIT',
      value: ({ cuit, cuit_valid }) => `${formatCuit(cuit)}${cuit_valid ? '' : ' (revisar)'}`,
      inFile: ({ cuit }) => formatCuit(cuit),
    },
    cuit_valid: { title: 'CUIT válido', value: (client) => yesOrNo(client.cuit_valid), fileOnly: true },
    state: { title: 'Estado', value: ({ state }) => CLIENT_STATE_NAMES[state] },
    username: 'Usuario',
    email: 'Email',
    contact: {
      title: 'Contacto',
      value: (client) => `${client.first_name} ${client.last_name}`.trim(),
      fileOnly: true,
    },
    prepago: { title: 'Prepago', value: ({ prepago }) => yesOrNo(prepago) },
    logistica_inversa: { title: 'Inversa', value: (client) => yesOrNo(client.logistica_inversa) },
    fulfillment: { title: 'Fulfillment', value: ({ fulfillment }) => yesOrNo(fulfillment) },
    terms_accepted: { title: 'Términos', value: (client) => yesOrNo(client.terms_accepted) },
    registered: { title: 'Registro', value: ({ registered }) => formatTimestamp(registered), fileOnly: true },
    blocked_reason: {
      title: 'Motivo',
      value: (client) => client.blocked_reason ?? client.rejection_reason,
      fileOnly: true,
    },
  },
});

export const { list: listClients, csv: exportClients } = clients;

export const readClient = endpoint('GET /ops/v1/client/:clientId', {
  access: 'provider',
  needs: 'read',
  shows: ['user', 'text'],
  summary: 'Returns a client, and who decided its registration.',
  params: clientPath,
  reply: z.object({ results: decidedClient }),
});

export const readClientOverview = endpoint('GET /ops/v1/client/:clientId/overview', {
  access: 'provider',
  needs: 'read',
  summary: 'Counts a client’s orders by state, and what requires the sender’s action, at most 1,000 of each kind.',
  params: clientPath,
  reply: z.object({
    results: z.object({
      /** States without orders are missing. */
      orders: z.array(z.object({ state: z.enum(STATE_GROUPS), total: z.number() })),
      /** Kinds without items are missing. */
      pending: z.array(z.object({ kind: z.enum(KIND_NAMES), total: z.number(), overdue: z.number() })),
    }),
  }),
});

export const changeClient = endpoint('PUT /ops/v1/client/:clientId', {
  access: 'provider',
  needs: 'clients',
  audit: 'ops.client.change',
  shows: ['user'],
  summary:
    'Sets the permissions of a client’s account, which apply from the client’s next call. An omitted flag keeps its value; existing orders keep their payment terms.',
  params: clientPath,
  body: z.object({ prepago: flag(null), logistica_inversa: flag(null), fulfillment: flag(null) }),
  reply: z.object({ message: z.string(), results: staffClient }),
});

const changed = z.object({ message: z.string(), results: staffClient });
const reason = text({ required: 'El motivo es obligatorio', max: [200] });

/** Form of a block. The client or the user reads the reason. */
export const blockForm = z.object({ reason });

export const approveClient = endpoint('POST /ops/v1/client/:clientId/approve', {
  access: 'provider',
  needs: 'clients',
  audit: 'ops.client.approve',
  shows: ['user'],
  summary:
    'Approves a client with an activated account. At most one client with a CUIT is approved this way. Names the decision that the caller saw, so that nobody approves a registration that somebody else rejected meanwhile.',
  params: clientPath,
  body: z.object({
    /** Another decision is refused with 409. Without a value, a rejected registration is approved too. */
    seen: z.optional(z.enum(['pending', 'rejected'])),
  }),
  reply: changed,
  errorStatuses: [409],
});

export const rejectClient = endpoint('POST /ops/v1/client/:clientId/reject', {
  access: 'provider',
  needs: 'clients',
  audit: 'ops.client.reject',
  shows: ['user', 'text'],
  summary: 'Rejects a registration that nobody decided yet. The client reads the reason, and can be approved later.',
  params: clientPath,
  body: z.object({ reason }),
  reply: changed,
  errorStatuses: [409],
});

export const undoRegistrationDecision = endpoint('POST /ops/v1/client/:clientId/undo', {
  access: 'provider',
  needs: 'clients',
  audit: 'ops.client.undo',
  shows: ['user'],
  summary:
    'Undoes the approval or rejection of a registration within 10 seconds: it waits again. Refused once the client created an order. No mail is sent about an undone decision.',
  params: clientPath,
  reply: changed,
  errorStatuses: [409],
});

export const blockClient = endpoint('POST /ops/v1/client/:clientId/block', {
  access: 'provider',
  needs: 'clients',
  audit: 'ops.client.block',
  shows: ['user', 'text'],
  summary:
    'Blocks a client from its next call. Its users read the reason. Shipments on the way and uploads in progress go on.',
  params: clientPath,
  body: blockForm,
  reply: changed,
});

export const unblockClient = endpoint('POST /ops/v1/client/:clientId/unblock', {
  access: 'provider',
  needs: 'clients',
  audit: 'ops.client.unblock',
  shows: ['user'],
  summary: 'Ends the block of a client, whose users have to log in again.',
  params: clientPath,
  reply: changed,
});

export const endClientSessions = endpoint('POST /ops/v1/client/:clientId/end_sessions', {
  access: 'provider',
  needs: 'clients',
  audit: 'ops.client.end_sessions',
  shows: ['user'],
  summary: 'Ends the sessions of all users of a client.',
  params: clientPath,
  reply: changed,
});

const { cuit, razon_social, nombre_empresa } = registrationSteps.company.shape;

/** A new client: its company and owner as a registration asks for them, and its permissions. */
export const newClientForm = z.object({
  ...registrationSteps.company.shape,
  ...registrationSteps.contact.shape,
  username: registrationSteps.user.shape.username,
  /** Null for what clients that register get. */
  prepago: flag(null),
  logistica_inversa: flag(false),
  fulfillment: flag(false),
});

export const createClient = endpoint('POST /ops/v1/client/', {
  access: 'provider',
  needs: 'clients',
  audit: 'ops.client.create',
  shows: ['user'],
  summary:
    'Creates an approved client with its owner, who gets a mail with a link to choose the password, valid once, for 72 hours. A block of the client ends the link; `send_activation` sends another one.',
  body: newClientForm,
  reply: changed,
  addition: true,
});

export const correctClient = endpoint('PUT /ops/v1/client/:clientId/data', {
  access: 'provider',
  needs: 'clients',
  audit: 'ops.client.correct',
  shows: ['user'],
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
