import type { ActivityRow } from '#shared/people/activity.ts';
import { USER_ROLE_NAMES } from '#shared/people/rules/permissions.ts';
import { AUDIT_ACTIONS, type AuditAction, isProviderKind } from './audit-actions.ts';

/** A person of the company, as sentences name them. */
export interface ActivityPerson {
  id: number;
  username: string;
  name: string;
}

/** Actions upon a user, with the words before the user's name. The target of their rows is the user's id. */
const UPON_USER: Partial<Record<AuditAction, string>> = {
  'user.role': 'cambió el rol de',
  'user.suspend': 'suspendió a',
  'user.resume': 'reactivó a',
  'user.remove': 'quitó a',
  'user.recovery_code': 'dio un código para entrar sin teléfono a',
  'ops.user.block': 'bloqueó a',
  'ops.user.unblock': 'desbloqueó a',
  'ops.user.end_sessions': 'cerró las sesiones de',
  'ops.user.activation_mail': 'reenvió la activación de',
  'ops.user.correct': 'corrigió los datos de',
  'ops.user.recovery_request': 'pidió recuperar el segundo paso de',
  'ops.user.recovery_approve': 'aprobó recuperar el segundo paso de',
  'ops.user.recovery_code': 'dio el código para recuperar el segundo paso de',
  'ops.user.export': 'descargó los datos de',
  'ops.user.erase': 'borró los datos de',
};

/** Whether an action is upon a user, whose id is the target. */
export const isUponUser = (action: string): boolean => action in UPON_USER;

/** Whether an action of a company is upon one of its invitations, whose id is the target. */
export const isUponInvitation = (action: string): boolean => /^user\.(invite|resend|withdraw)$/.test(action);

/** Whether an action is upon a person of the staff, whose id is the target. */
export const isUponStaff = (action: string): boolean => /^ops\.(staff\.|factor\.|passkey\.|password\.)/.test(action);

/** Actions whose descriptions contain no verb: refusals, which are added up by the minute. */
const COUNTED: Partial<Record<AuditAction, readonly [one: string, many: string]>> = {
  'session.refused': ['ingreso rechazado', 'ingresos rechazados'],
  'call.refused': ['pedido sin permiso', 'pedidos sin permiso'],
  'call.throttled': ['pedido rechazado por el límite', 'pedidos rechazados por el límite'],
};

/** Prefixes of targets that are ids of our database, which say nothing to a reader. */
const WITHOUT_TARGET =
  /^(user|terms|batch|address|session|email|factor|pending|ops\.(client|user|staff|session|factor|passkey|password|key|category|tariff|terms))\./;

/** Returns what a row's action was done to, as a reader knows it; null for none, and for an id of our database. */
export const shownTarget = ({ action, target }: Pick<ActivityRow, 'action' | 'target'>): string | null =>
  WITHOUT_TARGET.test(action) ? null : target;

/** How a company reads the name of its provider's people and systems. */
const PROVIDER = 'Tu proveedor';

/** Returns the description of an action as the company reads it: a client of the provider is itself. */
export const companyDescription = (action: AuditAction): string =>
  AUDIT_ACTIONS[action].replace('un cliente', 'la cuenta de tu empresa');

/** Returns the description of an action as the provider reads it: refused logins of clients are apart from those to the console. */
export const providerDescription = (action: AuditAction): string =>
  action === 'session.refused' ? `${AUDIT_ACTIONS[action]} de clientes` : AUDIT_ACTIONS[action];

/** Returns a description as it follows who acts. */
export const inSentence = (description: string) => description.charAt(0).toLowerCase() + description.slice(1);

/** Whether this version knows an action. */
export const isKnown = (action: string): action is AuditAction => action in AUDIT_ACTIONS;

/** Returns who acted: the person, the provider without its people's names, or somebody without a session. */
function actorName({ actor }: Pick<ActivityRow, 'actor'>, people: readonly ActivityPerson[]): string {
  if (isProviderKind(actor.kind)) return PROVIDER;
  const person = people.find(({ id }) => id === actor.id);
  return person?.name || actor.name || 'Alguien sin sesión';
}

/**
 * Describes a row of the audit trail in a Spanish sentence: 'Ana Pérez suspendió a Beto Sosa'. An action of a later version is
 * shown by its name.
 *
 * @param people the company's users; a person who left is named by username, or not at all
 */
export function activitySentence(row: ActivityRow, people: readonly ActivityPerson[]): string {
  const { action, target, times, details } = row;
  const who = actorName(row, people);
  if (!isKnown(action)) return `${who}: ${action}`;
  const counted = COUNTED[action];
  if (counted) return `${who}: ${times} ${counted[times === 1 ? 0 : 1]}`;
  const { role } = details ?? {};
  const withRole =
    typeof role === 'string' && role in USER_ROLE_NAMES
      ? ` (${USER_ROLE_NAMES[role as keyof typeof USER_ROLE_NAMES]})`
      : '';
  const repeated = times > 1 ? `, ${times} veces` : '';
  const upon = UPON_USER[action];
  if (upon) {
    const person = people.find(({ id }) => String(id) === target);
    return `${who} ${upon} ${person?.name ?? 'una persona que ya no está'}${withRole}${repeated}`;
  }
  const description = companyDescription(action);
  const shown = row.target_name ?? shownTarget(row);
  const subject = shown === null ? '' : `: ${shown}`;
  return `${who} ${inSentence(description)}${withRole}${subject}${repeated}`;
}
