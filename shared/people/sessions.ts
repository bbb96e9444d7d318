import * as z from 'zod/mini';
import { text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { messages } from '#shared/kit/messages.ts';

// A user's own sessions, all of it additions.

const message = z.object({ message: z.string() });

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const sessionId = text({
  required: messages.notFound,
  check: (id) => (UUID.test(id) ? null : messages.notFound),
});

const userSession = z.object({
  id: z.string(),
  /** Browser and system; '' for a session that began before they were stored. */
  device: z.string(),
  network: z.string(),
  /** ISO 8601, −03:00. */
  created_at: z.string(),
  /** ISO 8601, −03:00; to five minutes. */
  last_seen_at: z.string(),
  /** Whether the call was made in this session. */
  current: z.boolean(),
});

export type UserSession = z.output<typeof userSession>;

export const listSessions = endpoint('GET /v1/client/session/', {
  access: 'client',
  needs: 'own',
  addition: true,
  summary: 'Lists the caller’s open sessions, the latest use first.',
  reply: z.object({ results: z.array(userSession) }),
});

export const endOneSession = endpoint('POST /v1/client/session/:id/end', {
  access: 'client',
  needs: 'own',
  audit: 'session.revoke',
  addition: true,
  summary: 'Ends one of the caller’s sessions at once, and forgets the browsers that the caller trusts.',
  params: z.object({ id: sessionId }),
  reply: message,
});

export const endOtherSessions = endpoint('POST /v1/client/session/end_others', {
  access: 'client',
  needs: 'own',
  audit: 'session.revoke_others',
  addition: true,
  summary: 'Ends all sessions of the caller except this one, and forgets the browsers that the caller trusts.',
  reply: message,
});
