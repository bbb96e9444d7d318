import * as z from 'zod/mini';
import { smallId, text } from '#shared/fields.ts';
import { endpoint } from '#shared/http/endpoint.ts';
import { messages } from '#shared/messages.ts';

/** Reserved name of the key that the settings define. */
export const SETTINGS_KEY_NAME = 'OPS_API_KEY';

const operatorKey = z.object({
  id: z.number(),
  name: z.string(),
  /** ISO 8601, −03:00. */
  created_at: z.string(),
  /** To the minute; null for an unused key. */
  last_used_at: z.nullable(z.string()),
  revoked_at: z.nullable(z.string()),
  /** Whether this call uses this key. */
  current: z.boolean(),
});

export type OperatorKey = z.output<typeof operatorKey>;

export const listKeys = endpoint('GET /ops/v1/key/', {
  access: 'operator',
  summary: 'Lists the API keys of the operator API, including revoked ones. The secrets are never returned.',
  reply: z.object({ results: z.array(operatorKey) }),
});

export const createKey = endpoint('POST /ops/v1/key/', {
  access: 'operator',
  summary: 'Creates an API key. Only this response contains the key: the server stores its hash.',
  body: z.object({
    name: text({
      required: messages.required,
      max: [60],
      check: (name) => (name === SETTINGS_KEY_NAME ? 'Ese nombre es el de la clave de la configuración' : null),
    }),
  }),
  reply: z.object({ message: z.string(), results: z.object({ id: z.number(), name: z.string(), key: z.string() }) }),
});

export const revokeKey = endpoint('POST /ops/v1/key/:id/revoke', {
  access: 'operator',
  summary:
    'Revokes an API key permanently, with immediate effect. A key can’t revoke itself, so that one key always remains.',
  params: z.object({ id: smallId }),
  reply: z.object({ message: z.string() }),
  errorStatuses: [409],
});
