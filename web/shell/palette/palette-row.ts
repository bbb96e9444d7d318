import type { Command } from '#web/kit/ui/overlay/command-list.tsx';
import type { RecentPage } from './recent-pages.ts';

/** A row of the palette: a link, or an action on the current page. */
export interface PaletteRow extends Command {
  /** Additional words to find the row by. */
  keywords?: string;
  kind: RecentPage['kind'] | 'action';
  to?: string;
  run?: () => void;
}
