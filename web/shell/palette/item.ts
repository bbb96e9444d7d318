import type { Command } from '#web/kit/ui/overlay/command-list.tsx';
import type { RecentItem } from './recent-items.ts';

/** A row of the palette: a link, or an action on the current page. */
export interface PaletteItem extends Command {
  /** Additional words to find the row by. */
  keywords?: string;
  kind: RecentItem['kind'] | 'action';
  to?: string;
  run?: () => void;
}
