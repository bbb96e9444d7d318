import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/integrations/deps.ts';
import type { Sessions } from '#server/people/access/session/session.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { changeStream } from '#shared/kit/change-events.ts';
import { createStreams, type Streams } from './event-streams.ts';

/**
 * Mounts the stream of change events. The hook `preClose` ends the streams, so that stopping doesn't wait for readers.
 */
export function liveRoutes(
  http: FastifyInstance,
  mount: Mount,
  deps: Deps,
  sessions: Sessions,
): Pick<Streams, 'count'> {
  const streams = createStreams(deps, sessions);
  http.addHook('preClose', async () => streams.close());
  mount.client(changeStream, async ({ caller, query }) => streams.open(caller, query.last_event_id));
  return streams;
}
