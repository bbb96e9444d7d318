import * as z from 'zod/mini';
import { activityFilter, activityPage, activityQuery, activityRow } from '#shared/activity.ts';
import { endpoint } from '#shared/http/endpoint.ts';
import { filterSchema, filterText } from '#shared/http/pagination.ts';

const filter = filterSchema({ ...activityFilter, client: filterText });

export const listAllActivity = endpoint('GET /ops/v1/activity/', {
  access: 'operator',
  needs: 'read',
  summary: 'Lists who did what, over all clients or one of them, newest first.',
  query: z.extend(activityQuery, { filter }),
  reply: z.extend(activityPage, {
    results: z.array(
      z.extend(activityRow, { /** Null for what concerns no client. */ client_id: z.nullable(z.number()) }),
    ),
  }),
});

export const exportAllActivity = endpoint('GET /ops/v1/activity/export/csv', {
  access: 'operator',
  needs: 'read',
  audit: 'ops.export.activity',
  summary: 'Exports the audit trail as CSV with the filters of the list.',
  query: z.object({ filter }),
  produces: 'text/csv',
});
