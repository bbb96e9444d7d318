import { formatTimestamp } from '#shared/kit/text/format.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/kit/time-units.ts';

/** What became of an invitation's mail. `waiting`: before the first attempt, or before the next one; `failed`: after the last one. */
export const INVITATION_MAIL_STATES = ['waiting', 'sent', 'failed'] as const;

export interface InvitationMail {
  state: (typeof INVITATION_MAIL_STATES)[number];
  /** Why the last attempt failed, in Spanish; null without a failure. */
  problem: string | null;
  /** ISO 8601; null until the mail server takes the mail. */
  sent_at: string | null;
}

/** Hours for which an invitation is valid. */
export const INVITATION_HOURS = 72;

/** Time after an invitation in which its mail usually leaves or fails, in ms. */
const MAIL_MS = 10 * MINUTE_MS;

/**
 * Whether the mail of an open invitation may leave soon. A mail whose process ended waits without an end.
 *
 * @param expiresAt end of the invitation, ISO 8601
 * @param now ms since 1970
 */
export function mayLeaveSoon(mail: InvitationMail, expiresAt: string, now: number): boolean {
  const invitedAt = Date.parse(expiresAt) - INVITATION_HOURS * HOUR_MS;
  return mail.state === 'waiting' && now < invitedAt + MAIL_MS;
}

/** Returns a Spanish sentence about an invitation's mail: what waits and why, or when it was sent. */
export function invitationMailText({ state, problem, sent_at }: InvitationMail): string {
  if (state === 'sent') return `Mail enviado el ${formatTimestamp(sent_at ?? '')}`;
  if (state === 'failed') return `No se pudo enviar el mail: ${problem}. Reenviá la invitación`;
  return problem === null ? 'El mail se va a enviar' : `El mail espera: ${problem}. Se intenta de nuevo solo`;
}
