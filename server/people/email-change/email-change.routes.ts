import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { ipNetwork } from '#server/platform/network/ip-network.ts';
import * as calls from '#shared/people/email-change.ts';
import { readEmailChange, requestEmailChange } from './email-change.ts';
import { confirmEmailChange, openEmailChange, withdrawEmailChange } from './links.ts';

/** Mounts the change of a user's e-mail. */
export function emailChangeRoutes(mount: Mount, deps: Deps): void {
  mount.client(calls.readEmailChange, ({ caller }) => readEmailChange(deps, caller));
  mount.client(calls.requestEmailChange, ({ caller, body, request }) =>
    requestEmailChange(deps, caller, ipNetwork(request.ip), body),
  );
  mount.open(calls.openEmailChange, ({ body, request }) => openEmailChange(deps, ipNetwork(request.ip), body.token));
  mount.open(calls.confirmEmailChange, ({ body, request }) =>
    confirmEmailChange(deps, ipNetwork(request.ip), body.token),
  );
  mount.open(calls.withdrawEmailChange, ({ body, request }) =>
    withdrawEmailChange(deps, ipNetwork(request.ip), body.token),
  );
}
