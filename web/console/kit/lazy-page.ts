import { type ComponentType, lazy } from 'react';
import type { Me } from '#web/people/staff/access/me.ts';

/** Defines a page of the console whose code is fetched when it opens. */
export function lazyPage(load: () => Promise<ComponentType<{ me: Me }>>) {
  return lazy(async () => ({ default: await load() }));
}
