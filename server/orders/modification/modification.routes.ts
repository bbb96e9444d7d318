import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/orders/modifications.ts';
import * as operatorCalls from '#shared/orders/staff-modifications.ts';
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
  mount.operator(operatorCalls.listModifications, ({ operator, query }) => listModifications(deps, operator, query));
  mount.operator(operatorCalls.readModification, async ({ operator, params }) => ({
    results: await readModification(deps, operator, params),
  }));
  mount.operator(operatorCalls.showRequestedChanges, async ({ operator, params }) => ({
    results: await showRequestedChanges(deps, operator, params),
  }));
  mount.operator(operatorCalls.decideModification, ({ operator, params, body }) =>
    decideModification(deps, operator, params, body),
  );
  mount.operator(operatorCalls.undoModification, ({ operator, params }) => undoModification(deps, operator, params));
}
