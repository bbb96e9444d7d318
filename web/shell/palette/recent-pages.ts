import { recentPagesKey } from '#web/kit/lib/recent-pages-storage.ts';
import { storage } from '#web/kit/lib/storage.ts';

/** A page of the portal that a user opened, and its label. */
export interface RecentPage {
  kind: 'order' | 'shipment' | 'receiver' | 'page';
  /** Path within the portal. */
  to: string;
  label: string;
  detail: string;
}

const MAX_RECENT = 6;
const KINDS: readonly unknown[] = ['order', 'shipment', 'receiver', 'page'];

function isRecentPage(value: unknown): value is RecentPage {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, to, label, detail } = value as Record<string, unknown>;
  const texts = typeof to === 'string' && typeof label === 'string' && typeof detail === 'string';
  return texts && KINDS.includes(kind) && /^\/(?!\/)/.test(to);
}

/** Returns the pages that a user opened from the palette, the latest first. Ignores invalid stored values. */
export function readRecentPages(username: string): RecentPage[] {
  try {
    const stored: unknown = JSON.parse(storage.read(recentPagesKey(username)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecentPage).slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

/** Adds a page in front of the others. */
export function addRecentPage(username: string, { kind, to, label, detail }: RecentPage): void {
  const others = readRecentPages(username).filter((row) => row.to !== to);
  storage.write(
    recentPagesKey(username),
    JSON.stringify([{ kind, to, label, detail }, ...others].slice(0, MAX_RECENT)),
  );
}
