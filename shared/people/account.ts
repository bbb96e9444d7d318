import * as z from 'zod/mini';
import { choice, flag, integer, pathId } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { envelopeSchema } from '#shared/kit/http/envelope.ts';
import { messages } from '#shared/kit/messages.ts';
import { addressFields, streetAddress } from '#shared/orders/address.ts';
import { USER_ROLES } from './rules/permissions.ts';

export const clientInfo = endpoint('GET /v2/client/info/', {
  access: 'client',
  needs: 'own',
  allowedBeforeTerms: true,
  summary: 'Returns the company of the logged-in client.',
  reply: envelopeSchema({ client_company_name: z.string() }),
});

export const currentUser = endpoint('GET /v2/client/user/', {
  access: 'client',
  needs: 'own',
  allowedBeforeTerms: true,
  addition: true,
  summary: 'Returns the logged-in user with the current flags.',
  reply: envelopeSchema({
    username: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    client_phone: z.string(),
    email: z.string(),
    client_company_name: z.string(),
    terms_accepted: z.boolean(),
    prepago: z.boolean(),
    logistica_inversa: z.boolean(),
    fulfillment: z.boolean(),
    /** Absent from a gateway without roles. */
    role: z.optional(z.enum(USER_ROLES)),
    /** Whether the provider approved the client. Absent from a gateway without approval. */
    approved: z.optional(z.boolean()),
    /** Null unless the provider rejected the registration. */
    rejection_reason: z.optional(z.nullable(z.string())),
    /**
     * From when new terms bind that the client hasn't accepted (readings C56), ISO 8601; null without such terms. Absent from a
     * gateway without it.
     */
    terms_bind_from: z.optional(z.nullable(z.string())),
    /**
     * From when the company requires a second factor that the user hasn't set up, ISO 8601; null otherwise. Absent from a gateway
     * without it.
     */
    factor_required_from: z.optional(z.nullable(z.string())),
    /** Days from today on which the provider works otherwise than the national calendar says. Absent from a gateway without them. */
    calendar: z.optional(z.array(z.object({ date: z.string(), works: z.boolean() }))),
  }),
});

/** D2 §3 Print config. */
export const printConfig = z.object({
  id: z.number(),
  default_format: z.enum(['pdf', 'zpl']),
  default_label_size: z.union([z.literal(1), z.literal(2)]),
  labels_per_page: z.union([z.literal(1), z.literal(2)]),
});

export const readPrintConfig = endpoint('GET /v1/client/custom_config/', {
  access: 'client',
  needs: 'own',
  allowedBeforeTerms: true,
  summary: 'Returns the client’s print settings.',
  reply: envelopeSchema(printConfig.shape),
});

/** Print settings form. Accepts the sizes as `1` or `'1'`; the server also applies the forcing rules of D2 §4. */
export const printConfigForm = z.object({
  default_format: choice(['pdf', 'zpl'], messages.required),
  default_label_size: choice(['1', '2'], messages.required),
  labels_per_page: choice(['1', '2'], messages.required),
});

export const savePrintConfig = endpoint('PUT /v1/client/custom_config/:id', {
  access: 'client',
  needs: 'company',
  audit: 'print_settings.change',
  allowedBeforeApproval: true,
  summary: 'Saves the print settings. ZPL forces size and labels per page to 1, size 2 forces one per page.',
  params: z.object({ id: pathId }),
  body: printConfigForm,
  reply: z.object({ message: z.string(), results: printConfig }),
});

export const senderAddress = z.object({
  id: z.number(),
  ...streetAddress.shape,
  main_address: z.boolean(),
  active: z.boolean(),
});

export type SenderAddress = z.output<typeof senderAddress>;

/** Maximum number of a client's collection addresses: one response contains all of them. */
export const MAX_ADDRESSES = 200;

export const listSenderAddresses = endpoint('GET /v1/client/sender_address/', {
  access: 'client',
  needs: 'read',
  summary: 'Lists the client’s collection addresses; `filter[active]=true` excludes inactive addresses.',
  query: z.object({ filter: z.optional(z.object({ active: z.optional(flag(false)) })) }),
  reply: z.object({ results: z.array(senderAddress) }),
});

/** Form of a collection address (readings C44): an order's address without the between-streets. */
export const senderAddressForm = z.object({
  street_name: addressFields.street_name,
  street_number: addressFields.street_number,
  floor: addressFields.floor,
  apartment: addressFields.apartment,
  neighborhood_name: addressFields.neighborhood_name,
  zip_code: addressFields.zip_code,
  city: addressFields.city,
  state: addressFields.state,
  other_info: addressFields.other_info,
  main_address: flag(false),
  active: flag(true),
});

/** Form of a changed collection address: marks that are left out keep their values. */
const senderAddressChange = z.object({
  ...senderAddressForm.shape,
  main_address: z.optional(senderAddressForm.shape.main_address),
  active: z.optional(senderAddressForm.shape.active),
});

const saved = z.object({ message: z.string(), results: senderAddress });

export const createSenderAddress = endpoint('POST /v1/client/sender_address/', {
  access: 'client',
  needs: 'company',
  audit: 'address.create',
  summary: 'Adds a collection address, up to 200. A new main address replaces the former one.',
  body: senderAddressForm,
  reply: saved,
  idempotent: true,
  errorStatuses: [409],
});

export const updateSenderAddress = endpoint('PUT /v1/client/sender_address/:id', {
  access: 'client',
  needs: 'company',
  audit: 'address.change',
  summary: 'Changes a collection address. The main address can’t become inactive or stop being the main one.',
  params: z.object({ id: integer({ required: messages.required, min: [1] }) }),
  body: senderAddressChange,
  reply: saved,
});
