import type { Deps } from '#server/integrations/deps.ts';
import { createClient } from '#server/people/access/registration/create-client.ts';
import { readClient } from '#server/people/client/staff-client.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as users from '#shared/people/staff-client-users.ts';
import * as clients from '#shared/people/staff-clients.ts';
import { approveClient, correctClient, rejectClient, undoDecision } from './client-approval.ts';
import { block, endSessions, unblock } from './client-block.ts';
import { correctUser, findUser, listUsers, sendActivation } from './client-users.ts';

/** Path of a user of a client. */
interface UserPath {
  clientId: number;
  id: number;
}

/** Mounts the provider's decisions about clients and their users: approval, blocks, corrections (readings C52). */
export function approvalRoutes(mount: Mount, deps: Deps): void {
  const client = async (message: string, clientId: number) => ({ message, results: await readClient(deps, clientId) });
  const ofClient = (clientId: number) => ({ clientId, userId: null });
  const ofUser = ({ clientId, id }: UserPath) => ({ clientId, userId: id });

  mount.provider(clients.createClient, async ({ caller, body }) =>
    client(
      `El cliente se creó. Vamos a enviar a ${body.email} el enlace para elegir la contraseña`,
      await createClient(deps, caller, body),
    ),
  );
  mount.provider(clients.approveClient, async ({ caller, params: { clientId }, body }) => {
    await approveClient(deps, { caller, endpoint: clients.approveClient }, clientId, body);
    return client('El cliente está aprobado: ya puede crear órdenes', clientId);
  });
  mount.provider(clients.rejectClient, async ({ caller, params: { clientId }, body }) => {
    await rejectClient(deps, { caller, endpoint: clients.rejectClient }, clientId, body.reason);
    return client('El registro se rechazó', clientId);
  });
  mount.provider(clients.undoRegistrationDecision, async ({ caller, params: { clientId } }) => {
    await undoDecision(deps, { caller, endpoint: clients.undoRegistrationDecision }, clientId);
    return client('El registro espera de nuevo una decisión', clientId);
  });
  mount.provider(clients.blockClient, async ({ caller, params: { clientId }, body }) => {
    await block(deps, { caller, endpoint: clients.blockClient }, ofClient(clientId), body.reason);
    return client('El cliente está bloqueado. Sus envíos en camino siguen', clientId);
  });
  mount.provider(clients.unblockClient, async ({ caller, params: { clientId } }) => {
    await unblock(deps, { caller, endpoint: clients.unblockClient }, ofClient(clientId));
    return client('El cliente ya no está bloqueado. Sus usuarios tienen que ingresar de nuevo', clientId);
  });
  mount.provider(clients.endClientSessions, async ({ caller, params: { clientId } }) => {
    await readClient(deps, clientId);
    await endSessions(deps, { caller, endpoint: clients.endClientSessions }, ofClient(clientId));
    return client('Las sesiones del cliente se cerraron', clientId);
  });
  mount.provider(clients.correctClient, async ({ caller, params: { clientId }, body }) => {
    await correctClient(deps, { caller, endpoint: clients.correctClient }, clientId, body);
    return client('Los datos del cliente se corrigieron', clientId);
  });

  mount.provider(users.listClientUsers, async ({ params: { clientId } }) => {
    await readClient(deps, clientId);
    return { results: await listUsers(deps, clientId) };
  });
  mount.provider(users.blockUser, ({ caller, params, body }) =>
    changeUser(params, 'El usuario está bloqueado', () =>
      block(deps, { caller, endpoint: users.blockUser }, ofUser(params), body.reason),
    ),
  );
  mount.provider(users.unblockUser, ({ caller, params }) =>
    changeUser(params, 'El usuario ya no está bloqueado. Tiene que ingresar de nuevo', () =>
      unblock(deps, { caller, endpoint: users.unblockUser }, ofUser(params)),
    ),
  );
  mount.provider(users.endUserSessions, ({ caller, params }) =>
    changeUser(params, 'Las sesiones del usuario se cerraron', () =>
      endSessions(deps, { caller, endpoint: users.endUserSessions }, ofUser(params)),
    ),
  );
  mount.provider(users.sendUserActivation, ({ caller, params }) =>
    changeUser(params, 'El mail de activación se va a enviar de nuevo', () =>
      sendActivation(deps, caller, params.clientId, params.id),
    ),
  );
  mount.provider(users.correctUser, ({ caller, params, body }) =>
    changeUser(params, 'Los datos del usuario se corrigieron', () =>
      correctUser(deps, caller, params.clientId, params.id, body),
    ),
  );

  async function changeUser({ clientId, id }: UserPath, message: string, change: () => Promise<void>) {
    await findUser(deps, clientId, id);
    await change();
    return { message, results: await findUser(deps, clientId, id) };
  }
}
