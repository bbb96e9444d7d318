import { deleteInSteps } from '#server/cluster/in-steps.ts';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { displayUsername, greetingName } from '#server/people/access/mail-names.ts';
import { readUser } from '#server/people/access/user.store.ts';
import { mailQueue, sendMail } from '#server/people/domain/mail/mails.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import { DAY_MS } from '#shared/kit/time-units.ts';
import { COOKIE_DAYS, type Device } from './device.ts';
import { deleteDevices, insertDevice, lockAndCountDevices, touchKnownDevice } from './known-device.store.ts';
import { readSession } from './session-list.store.ts';

/** Job payload of a mail about a login from a new device. Contains only ids. */
interface NewDeviceMail extends UserKey {
  sessionId: string;
}

export const newDeviceMails = mailQueue<NewDeviceMail>('new-device-mail');

/** Most mails about new devices of one user. */
const MAILS = { hour: 3, day: 10 } as const;

/**
 * Records the device of a new session. A login from a device that the user hasn't used before is reported by mail, except the user's
 * first device and logins beyond the limits of mails. Does nothing in strict mode.
 */
export async function recordDevice(
  { config, clock, jobs }: Pick<Deps, 'config' | 'clock' | 'jobs'>,
  trx: Trx,
  session: NewDeviceMail,
  { hash }: Pick<Device, 'hash'>,
): Promise<void> {
  const now = clock();
  if (config.STRICT_CONTRACT || (await touchKnownDevice(trx, session, hash, now))) return;
  const { total, hour, day } = await lockAndCountDevices(trx, session, now);
  const reported = total > 0 && hour < MAILS.hour && day < MAILS.day;
  const added = await insertDevice(trx, session, { hash, reported, now });
  if (!added || !reported) return;
  const { clientId, userId, sessionId } = session;
  await jobs.enqueue(trx, newDeviceMails, { clientId, userId, sessionId });
}

/** Deletes devices whose browsers have forgotten their cookie. @returns how many */
export function deleteUnusedDevices({ db, clock }: Pick<Deps, 'db' | 'clock'>, stopping: AbortSignal): Promise<number> {
  const before = new Date(clock().getTime() - COOKIE_DAYS * DAY_MS);
  return deleteInSteps(stopping, () => db.withoutClient((trx) => deleteDevices(trx, before, 1000)));
}

/** Renders and sends a mail about a new device. Throws if the mail server refuses it: the job is retried. */
export async function sendNewDeviceMail(deps: Deps, { clientId, userId, sessionId }: NewDeviceMail): Promise<void> {
  const { db, config } = deps;
  const found = await db.withClient(clientId, async (trx) => ({
    user: await readUser(trx, { clientId, userId }),
    session: await readSession(trx, { clientId, userId }, sessionId),
  }));
  const { user, session } = found;
  if (!user || user.removedAt || !session) return;
  const username = displayUsername(user);
  const content = {
    to: user.email,
    name: greetingName(user),
    subject: 'Ingreso desde un dispositivo nuevo',
    paragraphs: [
      `Alguien ingresó ${username === null ? 'a tu cuenta' : `con el usuario ${username}`} desde un dispositivo que no conocíamos.`,
      `Cuándo: ${formatTimestamp(session.created_at)}. Dispositivo: ${session.device}. Red: ${session.network}.`,
      'Si fuiste vos, no hace falta que hagas nada.',
      'Si no fuiste vos, cambiá tu contraseña ahora: así se cierran todas las sesiones. También podés cerrarlas una por una en Mi Cuenta, Sesiones.',
    ],
    action: { text: 'Cambiar mi contraseña', url: `${config.PUBLIC_URL}/password-reset-request` },
  };
  await sendMail(deps, newDeviceMails, 'login', content);
}
