import { recentItemsKey } from '#web/lib/recent-items-storage.ts';
import { storage } from '#web/lib/storage.ts';

/** What can be opened again: a page of the portal, and how it was called. */
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

/** What a user opened from the palette, the last first. Whatever else stands in the storage counts as nothing. */
export function readRecentItems(username: string): RecentItem[] {
  try {
    const kept: unknown = JSON.parse(storage.read(recentItemsKey(username)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isItem).slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

/** Puts something in front; what was opened before moves up. */
export function addRecentItem(username: string, { kind, to, label, detail }: RecentItem): void {
  const others = readRecentItems(username).filter((item) => item.to !== to);
  storage.write(
    recentItemsKey(username),
    JSON.stringify([{ kind, to, label, detail }, ...others].slice(0, MAX_RECENT)),
  );
}
