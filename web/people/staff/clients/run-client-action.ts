import { countQueues } from '#shared/orders/staff-queues.ts';
import { listAllActivity } from '#shared/people/staff-activity.ts';
import { listClientUsers } from '#shared/people/staff-client-users.ts';
import { listClients, readClient } from '#shared/people/staff-clients.ts';
import { runAndRefetch } from '#web/console/kit/run-and-refetch.ts';

/** Runs a change of a client or one of its users, shows its result, and reads what the page shows again. */
export async function runClientAction(action: () => Promise<{ message: string }>): Promise<void> {
  await runAndRefetch(action, readClient, listClientUsers, listClients, listAllActivity, countQueues);
}
