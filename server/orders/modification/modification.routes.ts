import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/orders/modifications.ts';
import * as staffCalls from '#shared/orders/staff-modifications.ts';
import { decideModification } from './decide-modification.ts';
import { quoteModification, requestModification } from './request-modification.ts';
import { showRequestedChanges } from './requested-changes.ts';
import { listModifications, readModification } from './staff-modification.ts';
import { undoModification } from './undo-modification.ts';

export function modificationRoutes(mount: Mount, deps: Deps): void {
  mount.client(calls.requestModification, ({ caller, params, body }) =>
    requestModification(deps, caller, params.id, body),
  );
  mount.client(calls.quoteModification, ({ caller, params, body }) => quoteModification(deps, caller, params.id, body));
  mount.provider(staffCalls.listModifications, ({ caller, query }) => listModifications(deps, caller, query));
  mount.provider(staffCalls.readModification, async ({ caller, params }) => ({
    results: await readModification(deps, caller, params),
  }));
  mount.provider(staffCalls.showRequestedChanges, async ({ caller, params }) => ({
    results: await showRequestedChanges(deps, caller, params),
  }));
  mount.provider(staffCalls.decideModification, ({ caller, params, body }) =>
    decideModification(deps, caller, params, body),
  );
  mount.provider(staffCalls.undoModification, ({ caller, params }) => undoModification(deps, caller, params));
}
