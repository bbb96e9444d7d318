import type { Deps } from '#server/integrations/deps.ts';
import { readClient } from '#server/people/client/staff-client.ts';
import { eraseClientUser, eraseOwnUser } from '#server/people/team/erase-user.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import * as calls from '#shared/people/personal-data.ts';
import * as staffCalls from '#shared/people/staff-personal-data.ts';
import { beginPersonRequest, toReceiver } from './person-request.ts';
import { eraseReceiver, findReceiver } from './receiver-data.ts';
import { exportReceiver } from './receiver-export.ts';
import { exportClientUser, exportUser } from './user-data.ts';

type Erased = ReplyOf<typeof calls.eraseReceiver>;

const erasedReply = (results: Erased['results']): Erased => ({
  message:
    results.waiting > 0
      ? 'Borramos los datos de las órdenes terminadas. Las demás se borran cuando terminen'
      : 'Los datos del destinatario se borraron',
  results,
});

/** Mounts the calls about a person's own data (Ley 25.326): of the company, and of the provider within one client. */
export function personalDataRoutes(mount: Mount, deps: Deps): void {
  mount.client(calls.findReceiver, async ({ caller: { clientId }, body }) => {
    await beginPersonRequest(deps, clientId, 'company');
    return { results: await findReceiver(deps, clientId, toReceiver(body)) };
  });
  mount.client(calls.exportReceiver, async ({ caller: { clientId }, body }) => {
    await beginPersonRequest(deps, clientId, 'company');
    return exportReceiver(deps, clientId, toReceiver(body), 'company');
  });
  mount.client(calls.eraseReceiver, async ({ caller: { clientId }, body }) => {
    await beginPersonRequest(deps, clientId, 'company');
    return erasedReply(await eraseReceiver(deps, clientId, toReceiver(body)));
  });
  mount.client(calls.exportOwnData, async ({ caller }) => {
    await beginPersonRequest(deps, caller.clientId, 'company');
    return exportUser(deps, caller);
  });
  mount.client(calls.eraseOwnUser, ({ caller, body }) => eraseOwnUser(deps, caller, body.confirmed));

  /** Counts a request of the provider. @returns the client's id @throws Failure 404 for an unknown client; 429 */
  const begin = async (clientId: number) => {
    await readClient(deps, clientId);
    await beginPersonRequest(deps, clientId, 'provider');
    return clientId;
  };
  mount.provider(staffCalls.findClientReceiver, async ({ params, body }) => ({
    results: await findReceiver(deps, await begin(params.clientId), toReceiver(body)),
  }));
  mount.provider(staffCalls.exportClientReceiver, async ({ params, body }) =>
    exportReceiver(deps, await begin(params.clientId), toReceiver(body), 'provider'),
  );
  mount.provider(staffCalls.eraseClientReceiver, async ({ params, body }) =>
    erasedReply(await eraseReceiver(deps, await begin(params.clientId), toReceiver(body))),
  );
  mount.provider(staffCalls.exportClientUser, async ({ params: { clientId, id } }) =>
    exportClientUser(deps, { clientId: await begin(clientId), userId: id }),
  );
  mount.provider(staffCalls.eraseClientUser, ({ caller, params: { clientId, id } }) =>
    eraseClientUser(deps, caller, { clientId, userId: id }),
  );
}
