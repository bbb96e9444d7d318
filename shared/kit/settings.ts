import * as z from 'zod/mini';
import { REGISTRATION_MODES } from '#shared/people/rules/approval.ts';
import { endpoint } from './http/endpoint.ts';

/** Settings that the portal needs before login; served by its own server in every mode (readings R4). */
export const portalSettings = endpoint('GET /portal/settings', {
  access: 'public',
  portal: true,
  summary: 'Returns brand, support contact and tracking address of this installation.',
  reply: z.object({
    brand: z.string(),
    /** URL of the provider's logo; empty for the default one. */
    brand_logo: z.string(),
    support: z.string(),
    /** Contains `{id}`. */
    tracking_url: z.string(),
    demo: z.boolean(),
    /** Whether the demonstration is reachable from other machines: every page then shows a notice. */
    public_demo: z.boolean(),
    /** True with a foreign gateway or in strict mode: additions may be missing. */
    strict: z.boolean(),
    /** True with a foreign gateway. */
    foreign: z.boolean(),
    /** False when the gateway has no call that returns the user (readings R4, C36). */
    user_call: z.boolean(),
    /** Fixed states token of a foreign gateway, otherwise empty (readings R4). */
    states_token: z.string(),
    /** Allowed hosts of payment redirects (readings S13). */
    payment_hosts: z.array(z.string()),
    /** Who may register; absent with a foreign gateway and in strict mode, where anybody may. */
    registration: z.optional(z.enum(REGISTRATION_MODES)),
    /** Maximum size of a file for a bulk upload. */
    bulk_max_rows: z.number(),
    bulk_max_bytes: z.number(),
  }),
});
