import type { Deps } from '#server/domain/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { quoteModification, requestModification } from '#shared/modifications.ts';
import { decideModification, listModifications } from '#shared/ops/modifications.ts';
import { decideModificationOf } from './decide-modification.ts';
import { listModificationsOf } from './operator-modification.ts';
import { quoteModificationOf, requestModificationOf } from './request-modification.ts';

export function modificationRoutes(mount: Mount, deps: Deps): void {
  mount.client(requestModification, ({ caller, params, body }) => requestModificationOf(deps, caller, params.id, body));
  mount.client(quoteModification, ({ caller, params, body }) => quoteModificationOf(deps, caller, params.id, body));
  mount.operator(listModifications, ({ query }) => listModificationsOf(deps, query));
  mount.operator(decideModification, ({ operator, params, body }) =>
    decideModificationOf(deps, operator, params, body),
  );
}
