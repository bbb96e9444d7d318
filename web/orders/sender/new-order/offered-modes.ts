import type { ReplyOf } from '#shared/http/endpoint.ts';
import type { deliveryModes } from '#shared/orders/lookups.ts';
import { storage } from '#web/lib/storage.ts';

/** Delivery modes of this screen; reverse logistics (mode 4) has its own screen. */
const OFFERED: readonly string[] = ['1', '2', '3', '5'];

type Mode = ReplyOf<typeof deliveryModes>['results'][number];

/** Returns the client's delivery modes that this screen offers. */
export function availableModes(modes: readonly Mode[]): Mode[] {
  return modes.filter(({ id }) => OFFERED.includes(String(id))).map(({ id, name }) => ({ id: String(id), name }));
}

const keyOf = (username: string) => `delivery_mode:${encodeURIComponent(username)}`;

/** Returns the initial mode: that of this user's last order, otherwise the first mode. */
export function firstMode(modes: readonly Mode[], username: string): string {
  const last = storage.read(keyOf(username));
  return (modes.find(({ id }) => id === last) ?? modes[0])?.id ?? '';
}

export function rememberMode(id: string, username: string): void {
  storage.write(keyOf(username), id);
}
