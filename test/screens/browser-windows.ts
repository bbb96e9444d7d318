import { onTestFinished, vi } from 'vitest';
import { PHONE, TABLET } from '#web/kit/ui/layout/media-query.ts';

/** A tab that the page opened. */
export interface OpenedTab {
  /** Final URL of the tab; null before the page sets one. */
  shows: string | null;
  closed: boolean;
}

/**
 * Replaces `window.open`, which jsdom lacks.
 * @returns the tabs, in order
 */
export function openTabs(): OpenedTab[] {
  const tabs: OpenedTab[] = [];
  URL.createObjectURL = () => `blob:${tabs.length}`;
  URL.revokeObjectURL = () => {};
  const open = vi.spyOn(window, 'open').mockImplementation(() => {
    const tab: OpenedTab = { shows: null, closed: false };
    tabs.push(tab);
    const fake = {
      document: document.implementation.createHTMLDocument(),
      location: {
        replace(address: string) {
          tab.shows = address;
        },
      },
      close() {
        tab.closed = true;
      },
      closed: false,
    };
    return fake as never;
  });
  onTestFinished(() => open.mockRestore());
  return tabs;
}

/** Records the messages of `window.alert` from now on. */
export function alertBoxes(): string[] {
  const messages: string[] = [];
  const alert = vi.spyOn(window, 'alert').mockImplementation((message) => void messages.push(String(message)));
  onTestFinished(() => alert.mockRestore());
  return messages;
}

/** Applies the phone layout to the next page until the end of the test. */
export function layOutForPhone(): void {
  const wide = window.matchMedia;
  const media = vi.spyOn(window, 'matchMedia');
  media.mockImplementation((query) => ({ ...wide(query), matches: query === PHONE || query === TABLET }));
  onTestFinished(() => media.mockRestore());
}
