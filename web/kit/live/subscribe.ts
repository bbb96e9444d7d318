import { invalidateOnEvent } from './invalidate-on-event.ts';
import { subscribeToChanges } from './updates.ts';

/** Keeps the user's cached queries current by change events. @returns a function that ends the subscription */
export const subscribe = (username: string): (() => void) => subscribeToChanges(username, invalidateOnEvent);
