import { OLDEST, type RowPosition } from '#server/db/list/row-position.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';
import type { Download } from '#server/platform/http/response/download.ts';
import { jsonDownload } from '#server/platform/json-download.ts';
import { localDay } from '#shared/kit/days.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { AUDIT_ACTIONS } from '#shared/people/rules/activity/audit-actions.ts';
import { USER_ROLE_NAMES, type UserRole } from '#shared/people/rules/permissions.ts';
import { readUserActions, readUserData, readUserSessions, type UserAction } from './user-data.store.ts';

/** Rows of the audit trail of one read. */
const PAGE = 1000;

/** Streams the data about a user as JSON with Spanish names. @throws Failure 404 */
export async function exportUser(deps: Deps, { clientId, userId }: UserKey): Promise<Download> {
  const { db, clock } = deps;
  const { user, sessions } = await db.withClient(clientId, async (trx) => ({
    user: await readUserData(trx, clientId, userId),
    sessions: await readUserSessions(trx, clientId, userId),
  }));
  if (!user) throw new Failure(404, messages.notFound);
  return jsonDownload(`Mis datos personales ${localDay(clock())}`, {
    Datos: { ...user, Rol: USER_ROLE_NAMES[user.Rol as UserRole] },
    Sesiones: sessions,
    Actividad: actionPages(deps, { clientId, userId }),
  });
}

/** Exports a user for the provider. @throws Failure 404 */
export async function exportClientUser(deps: Deps, userKey: UserKey): Promise<Download> {
  const file = await exportUser(deps, userKey);
  await deps.db.withProvider(async (trx) =>
    deps.events.record(trx, userKey.clientId, 'user.exported', { id: userKey.userId }),
  );
  return file;
}

async function* actionPages({ db }: Pick<Deps, 'db'>, { clientId, userId }: UserKey): AsyncGenerator<unknown[]> {
  for (let after: RowPosition = OLDEST; ; ) {
    const rows = await db.withClient(clientId, (trx) => readUserActions(trx, clientId, userId, { after, limit: PAGE }));
    yield rows.map(exportedAction);
    if (rows.length < PAGE) return;
    after = rows.at(-1) ?? after;
  }
}

const exportedAction = ({ at, action, target, network, times }: UserAction) => ({
  Fecha: at,
  Acción: (AUDIT_ACTIONS as Record<string, string>)[action] ?? action,
  Sobre: target,
  Red: network,
  Veces: times,
});
