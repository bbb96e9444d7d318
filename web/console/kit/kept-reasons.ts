import * as z from 'zod/mini';
import { storage } from '#web/kit/lib/storage.ts';
import { keptPerson } from './kept-person.ts';

const PREFIX = 'reasons';

/** Number of reasons that are kept of an action. */
const KEPT = 5;

/** Name of an action's reasons in the storage: another person in this browser has others. */
const storageKey = (action: string) => `${PREFIX}:${keptPerson.get()?.id ?? ''}:${action}`;

/** Returns the last reasons that the person wrote in this browser for an action, newest first. */
export function readReasons(action: string): string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(storage.read(storageKey(action)) ?? '[]'));
  } catch {
    return [];
  }
}

/** Keeps a reason as the newest of its action. */
export function keepReason(action: string, reason: string): void {
  const others = readReasons(action).filter((one) => one !== reason);
  storage.write(storageKey(action), JSON.stringify([reason, ...others].slice(0, KEPT)));
}

/** Removes the reasons of all people from this browser. @param person id of the person whose reasons stay */
export function forgetReasons(person?: number): void {
  for (const key of storage.keys(PREFIX)) if (!key.startsWith(`${PREFIX}:${person}:`)) storage.remove(key);
}
