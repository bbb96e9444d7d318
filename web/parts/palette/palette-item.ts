import type { Command } from '#web/ui/command-list.tsx';
import type { RecentItem } from './recent-items.ts';

/** A row of the palette: it leads to a page, or does something on this one. */
export interface PaletteItem extends Command {
  /** Keywords that find it. */
  keywords?: string;
  kind: RecentItem['kind'] | 'action';
  to?: string;
  run?: () => void;
}
