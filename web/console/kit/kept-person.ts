import { createStore } from '#web/kit/lib/store.ts';
import type { Me } from '#web/people/staff/access/me.ts';

/** Who worked in this tab last, until a logout: the page stays below the login if the session ends by itself. */
export const keptPerson = createStore<Me | null>(null);
