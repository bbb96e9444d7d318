import type { ReplyOf } from '#shared/http/endpoint.ts';
import type { deliveryModes } from '#shared/lookups.ts';
import { storage } from '#web/lib/storage.ts';

/** The delivery modes that an order is created with on this screen: reverse logistics has its own. */
const OFFERED: readonly string[] = ['1', '2', '3', '5'];

type Mode = ReplyOf<typeof deliveryModes>['results'][number];

/** Those of the client's modes that the form offers. */
export function availableModes(modes: readonly Mode[]): Mode[] {
  return modes.filter(({ id }) => OFFERED.includes(String(id))).map(({ id, name }) => ({ id: String(id), name }));
}

const keyOf = (username: string) => `delivery_mode:${encodeURIComponent(username)}`;

/** The mode that an order begins with: the one of this user's last order, else the first. */
export function firstMode(modes: readonly Mode[], username: string): string {
  const last = storage.read(keyOf(username));
  return (modes.find(({ id }) => id === last) ?? modes[0])?.id ?? '';
}

export function rememberMode(id: string, username: string): void {
  storage.write(keyOf(username), id);
}
