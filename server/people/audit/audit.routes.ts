import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/people/activity.ts';
import * as staffCalls from '#shared/people/staff-activity.ts';
import { listActivity, listAllActivity } from './activity.ts';
import { exportActivity, exportAllActivity } from './activity-export.ts';

/** Mounts the audit trail: of the company, and of all clients for the provider. */
export function auditRoutes(mount: Mount, deps: Deps): void {
  mount.client(calls.listActivity, ({ caller, query }) => listActivity(deps, caller, query));
  mount.client(calls.exportActivity, ({ caller, query }) => exportActivity(deps, caller, query));
  mount.provider(staffCalls.listAllActivity, ({ query }) => listAllActivity(deps, query));
  mount.provider(staffCalls.exportAllActivity, ({ query }) => exportAllActivity(deps, query));
}
