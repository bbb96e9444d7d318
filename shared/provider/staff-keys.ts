import * as z from 'zod/mini';
import { isDay } from '#shared/kit/days.ts';
import { choice, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { messages } from '#shared/kit/messages.ts';
import { smallId } from '#shared/kit/small-id.ts';
import { isNetwork } from '#shared/people/rules/network.ts';
import { STAFF_PERMISSIONS } from '#shared/people/rules/staff-permissions.ts';
import { providerNameRefusal } from './rules/provider-name.ts';

/** Reserved name of the key that the settings define. */
export const SETTINGS_KEY_NAME = 'OPS_API_KEY';

const providerKey = z.object({
  id: z.number(),
  name: z.string(),
  /** ISO 8601, −03:00. */
  created_at: z.string(),
  /** To the minute; null for an unused key. */
  last_used_at: z.nullable(z.string()),
  revoked_at: z.nullable(z.string()),
  /** Permissions that the key is limited to; null for all. */
  scopes: z.nullable(z.array(z.enum(STAFF_PERMISSIONS))),
  /** Last day on which the key is valid; null for no end. */
  expires_on: z.nullable(z.string()),
  /** Addresses and networks that the key is valid from; null for all. */
  networks: z.nullable(z.array(z.string())),
  /** Whether this call uses this key. */
  current: z.boolean(),
});

export type ProviderKey = z.output<typeof providerKey>;

export const listKeys = endpoint('GET /ops/v1/key/', {
  access: 'provider',
  needs: 'keys',
  summary: 'Lists the API keys of the provider’s API, including revoked ones. The secrets are never returned.',
  reply: z.object({ results: z.array(providerKey) }),
});

const MAX_NETWORKS = 50;

/** Form of a new key. Limits that are left out don't apply, so a misspelt one is refused. */
export const keyForm = z.strictObject({
  name: text({
    required: messages.required,
    max: [60],
    check: providerNameRefusal,
  }),
  scopes: z.optional(
    z
      .array(choice(STAFF_PERMISSIONS, messages.required, `Los alcances son: ${STAFF_PERMISSIONS.join(', ')}`))
      .check(z.minLength(1, 'Indicá al menos un alcance')),
  ),
  expires_on: z.optional(text({ required: messages.required, check: (value) => (isDay(value) ? null : messages.day) })),
  networks: z.optional(
    z
      .array(
        text({
          required: messages.required,
          max: [50],
          check: (value) => (isNetwork(value) ? null : 'Escribí una dirección IP o una red, como 200.5.12.0/24'),
        }),
      )
      .check(z.minLength(1, 'Indicá al menos una red'), z.maxLength(MAX_NETWORKS, `Hasta ${MAX_NETWORKS} redes`)),
  ),
});

export type KeyForm = z.output<typeof keyForm>;

export const createKey = endpoint('POST /ops/v1/key/', {
  access: 'provider',
  needs: 'keys',
  audit: 'ops.key.create',
  stepUp: 'factor',
  summary:
    'Creates an API key. Only this response contains the key: the server stores its hash. A key can’t create one with scopes that it lacks.',
  body: keyForm,
  reply: z.object({ message: z.string(), results: z.object({ id: z.number(), name: z.string(), key: z.string() }) }),
});

export const revokeKey = endpoint('POST /ops/v1/key/:id/revoke', {
  access: 'provider',
  needs: 'keys',
  audit: 'ops.key.revoke',
  stepUp: 'factor',
  summary:
    'Revokes an API key permanently, with immediate effect. A key can’t revoke itself, so that one key always remains.',
  params: z.object({ id: smallId }),
  reply: z.object({ message: z.string() }),
  errorStatuses: [409],
});
