import type { Deps } from '#server/domain/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/modifications.ts';
import * as operatorCalls from '#shared/ops/modifications.ts';
import { decideModification } from './decide-modification.ts';
import { listModifications, readModification } from './operator-modification.ts';
import { quoteModification, requestModification } from './request-modification.ts';
import { undoModification } from './undo-modification.ts';

export function modificationRoutes(mount: Mount, deps: Deps): void {
  mount.client(calls.requestModification, ({ caller, params, body }) =>
    requestModification(deps, caller, params.id, body),
  );
  mount.client(calls.quoteModification, ({ caller, params, body }) => quoteModification(deps, caller, params.id, body));
  mount.operator(operatorCalls.listModifications, ({ query }) => listModifications(deps, query));
  mount.operator(operatorCalls.readModification, async ({ params }) => ({
    results: await readModification(deps, params),
  }));
  mount.operator(operatorCalls.decideModification, ({ operator, params, body }) =>
    decideModification(deps, operator, params, body),
  );
  mount.operator(operatorCalls.undoModification, ({ params }) => undoModification(deps, params));
}
