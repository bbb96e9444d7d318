import { dropDraft, readDraft, writeDraft } from '#web/kit/lib/drafts.ts';

const KEY = 'block_reason';

/** Keeps why the provider's block ended the session, for the login of all tabs. */
export const keepBlockReason = (reason: string): void => writeDraft(KEY, { at: Date.now(), values: { reason } });

/** Returns why a block of the last 24 hours ended the session; null without one. */
export const readBlockReason = (): string | null =>
  readDraft<{ reason: string }>(KEY, Date.now())?.values.reason ?? null;

/** Deletes the reason: somebody has logged in. */
export const dropBlockReason = (): void => dropDraft(KEY);
