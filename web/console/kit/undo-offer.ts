import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { UNDO_SECONDS } from '#shared/orders/requests.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { history } from '#web/kit/lib/history.ts';
import { createStore } from '#web/kit/lib/store.ts';

/** A change that can be undone for some seconds. */
export interface UndoOffer {
  /** What was changed. */
  message: string;
  undo: () => Promise<{ message: string }>;
  /** Address that shows what was changed. */
  path: string;
  /** Calls whose replies the undoing changes. */
  changes: readonly AnyEndpoint[];
  /** In ms since 1970. */
  expiresAt: number;
}

/** Changes that can still be undone, oldest first: keys decide several items within the time of one. */
export const undoOffers = createStore<readonly UndoOffer[]>([]);

/** Withdraws an offer. */
export const dropUndo = (offer: UndoOffer): void => undoOffers.set(undoOffers.get().filter((one) => one !== offer));

/** Shows what was changed, and offers to undo it for some seconds. */
export function offerUndo(offer: Omit<UndoOffer, 'expiresAt'>): void {
  const offered = { ...offer, expiresAt: Date.now() + UNDO_SECONDS * 1000 };
  undoOffers.set([...undoOffers.get(), offered]);
  setTimeout(() => dropUndo(offered), UNDO_SECONDS * 1000);
}

/** Undoes the offered change, and opens what it changed. Without an answer of the server the offer returns while its time lasts. */
export async function acceptUndo(offer: UndoOffer): Promise<void> {
  const { undo, path, changes, expiresAt } = offer;
  dropUndo(offer);
  try {
    const { message } = await undo();
    alerts.success(message);
    history.push(path);
  } catch (error) {
    const { status, message } = asApiError(error);
    alerts.danger(message);
    const unanswered = status === 0 || status >= 500;
    if (unanswered && Date.now() < expiresAt) undoOffers.set([...undoOffers.get(), offer]);
  }
  await invalidateApiQueries(...changes);
}
