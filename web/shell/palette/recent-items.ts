import { recentItemsKey } from '#web/kit/lib/recent-items-storage.ts';
import { storage } from '#web/kit/lib/storage.ts';

/** An item that can be opened again: a page of the portal and its label. */
export interface RecentItem {
  kind: 'order' | 'shipment' | 'receiver' | 'page';
  /** Path within the portal. */
  to: string;
  label: string;
  detail: string;
}

const MAX_RECENT = 6;
const KINDS: readonly unknown[] = ['order', 'shipment', 'receiver', 'page'];

function isItem(value: unknown): value is RecentItem {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, to, label, detail } = value as Record<string, unknown>;
  const texts = typeof to === 'string' && typeof label === 'string' && typeof detail === 'string';
  return texts && KINDS.includes(kind) && /^\/(?!\/)/.test(to);
}

/** Returns the items that a user opened from the palette, the latest first. Ignores invalid stored values. */
export function readRecentItems(username: string): RecentItem[] {
  try {
    const stored: unknown = JSON.parse(storage.read(recentItemsKey(username)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isItem).slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

/** Adds an item in front of the others. */
export function addRecentItem(username: string, { kind, to, label, detail }: RecentItem): void {
  const others = readRecentItems(username).filter((item) => item.to !== to);
  storage.write(
    recentItemsKey(username),
    JSON.stringify([{ kind, to, label, detail }, ...others].slice(0, MAX_RECENT)),
  );
}
