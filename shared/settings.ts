import * as z from 'zod/mini';
import { endpoint } from './http/endpoint.ts';

/** What the portal must know before anybody logs in; served by its own server in every mode (readings R4). */
export const portalSettings = endpoint('GET /portal/settings', {
  access: 'public',
  portal: true,
  summary: 'Brand, support contact and tracking address of this installation.',
  reply: z.object({
    brand: z.string(),
    /** Address of the provider's mark; empty for our own. */
    brand_logo: z.string(),
    support: z.string(),
    /** Holds `{id}`. */
    tracking_url: z.string(),
    demo: z.boolean(),
    /** Whether others than its own machine reach the demonstration: every page then says what it is. */
    public_demo: z.boolean(),
    /** True before a foreign gateway or in strict mode: additions are not to be counted on. */
    strict: z.boolean(),
    /** True before a foreign gateway. */
    foreign: z.boolean(),
    /** False where the gateway is known to have no call that says who the user is (readings R4, C36). */
    user_call: z.boolean(),
    /** Fixed states token of a foreign gateway, else empty (readings R4). */
    states_token: z.string(),
    /** Hosts that a payment may be redirected to (readings S13). */
    payment_hosts: z.array(z.string()),
    /** Largest file of a bulk upload. */
    bulk_max_rows: z.number(),
    bulk_max_bytes: z.number(),
  }),
});
