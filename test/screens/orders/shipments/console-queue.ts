import * as modifications from '#shared/orders/staff-modifications.ts';
import * as queues from '#shared/orders/staff-queues.ts';
import { type Reply, reply } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';

export const SUPPORT = loggedIn('support');

export const item = (id: number, changes: Partial<queues.QueueItem> = {}): queues.QueueItem => ({
  queue: 'modifications',
  client_id: 7,
  company: 'Mates del Sur',
  thing_id: id,
  name: `W-${id}`,
  tracking_id: '7K3MQ9XW2R0',
  state: null,
  since: '2026-11-20T10:00:00-03:00',
  beyond: false,
  assigned_to: null,
  snoozed_until: null,
  ...changes,
});

export const request = (id: number, changes: object = {}) => ({
  client_id: 7,
  id,
  order_id: `W-${id}`,
  tracking_id: '7K3MQ9XW2R0',
  state: 'Pendiente' as const,
  changes: [{ field: 'address_street_number', before: '1234', after: '1300' }],
  cost_before: 100,
  cost_after: 150,
  reason: null,
  requested_at: '2026-11-20T10:00:00-03:00',
  decided_at: null,
  decided_by: null,
  approval_refusal: null,
  ...changes,
});

/** A queue whose items disappear once they are decided. */
export function decidedQueue(ids: number[]) {
  const waiting = [...ids];
  const list = reply(queues.listQueue, () => ({
    results: waiting.map((id) => item(id)),
    pagination: { page: 1, pages: 1, total: waiting.length, limit: 50 },
  }));
  const read: Reply = {
    endpoint: modifications.readModification,
    respond: ({ url }) => new Response(JSON.stringify({ results: request(Number(url.pathname.split('/').at(-1))) })),
  };
  const decide: Reply = {
    endpoint: modifications.decideModification,
    respond: ({ url }) => {
      const id = Number(url.pathname.split('/').at(-2));
      waiting.splice(waiting.indexOf(id), 1);
      return new Response(
        JSON.stringify({ message: `Se decidió W-${id}`, results: request(id, { state: 'Aprobado' }) }),
      );
    },
  };
  return { list, read, decide };
}

/** Opens the console with its keyboard shortcuts. */
export async function open(path: string, replies: Reply[], person = SUPPORT) {
  const opened = await openConsole(path, { replies: [person, ...replies] });
  // The console's modules are loaded again by each test.
  const { startShortcuts: start } = await import('#web/kit/lib/shortcuts.ts');
  return { ...opened, stop: start() };
}
