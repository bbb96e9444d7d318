import * as z from 'zod/mini';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { filterSchema, filterText } from '#shared/kit/http/pagination.ts';
import { activityFilter, activityPage, activityQuery, activityRow } from './activity.ts';
import { ACTOR_KINDS } from './rules/activity/audit-actions.ts';

const filter = filterSchema({
  ...activityFilter,
  /** Name, e-mail or id of the actor, complete, in any case. */
  actor: filterText,
  /** Id of the actor, which is unique among those of its kind. */
  actor_id: filterText,
  /** `user`, `staff`, `key` or `anonymous`. */
  actor_kind: filterText,
  client: filterText,
});

const activityActor = z.object({
  kind: z.enum(ACTOR_KINDS),
  /** Id of the user, the person of the staff or the key; null for somebody without a session. */
  id: z.nullable(z.number()),
  name: z.string(),
  /** E-mail that the user or the person has today; null for a key. */
  email: z.nullable(z.string()),
});

export const listAllActivity = endpoint('GET /ops/v1/activity/', {
  access: 'provider',
  needs: 'activity',
  summary:
    'Lists who did what, over all clients or one of them, newest first: by `page`, which reaches the newest 10,000 rows, or by `cursor`.',
  query: z.extend(activityQuery, { filter }),
  reply: z.extend(activityPage, {
    results: z.array(
      z.extend(activityRow, {
        actor: activityActor,
        /** Null for what concerns no client. */
        client_id: z.nullable(z.number()),
        nombre_empresa: z.nullable(z.string()),
      }),
    ),
  }),
});

export const exportAllActivity = endpoint('GET /ops/v1/activity/export/csv', {
  access: 'provider',
  needs: 'activity',
  audit: 'ops.export.activity',
  summary: 'Exports the audit trail as CSV with the filters of the list.',
  query: z.object({ filter }),
  produces: 'text/csv',
});
