import { subscribeToChanges } from '#web/lib/live-updates.ts';
import { invalidateOnEvent } from './invalidate-on-event.ts';

/** Keeps the user's cached queries current by change events. @returns a function that ends the subscription */
export const subscribe = (username: string): (() => void) => subscribeToChanges(username, invalidateOnEvent);
