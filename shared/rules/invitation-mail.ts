import { formatTimestamp } from '#shared/format.ts';

/** What became of an invitation's mail. `waiting`: before the first attempt, or before the next one; `failed`: after the last one. */
export const INVITATION_MAIL_STATES = ['waiting', 'sent', 'failed'] as const;

export interface InvitationMail {
  state: (typeof INVITATION_MAIL_STATES)[number];
  /** Why the last attempt failed, in Spanish; null without a failure. */
  problem: string | null;
  /** ISO 8601; null until the mail server takes the mail. */
  sent_at: string | null;
}

/** Returns a Spanish sentence about an invitation's mail: what waits and why, or when it was sent. */
export function invitationMailText({ state, problem, sent_at }: InvitationMail): string {
  if (state === 'sent') return `Mail enviado el ${formatTimestamp(sent_at ?? '')}`;
  if (state === 'failed') return `No se pudo enviar el mail: ${problem}. Reenviá la invitación`;
  return problem === null ? 'El mail se va a enviar' : `El mail espera: ${problem}. Se intenta de nuevo solo`;
}
