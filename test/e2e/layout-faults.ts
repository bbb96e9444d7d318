import type { Page } from '@playwright/test';

/** Widths between the phone and the desktop, in px; 720 is a laptop at 200 %. */
export const WIDTHS = [360, 640, 720, 768, 900, 1024, 1200];

/**
 * Returns the faults of the layout: a page that scrolls sideways, a badge, an amount or a day on several lines, text outside of
 * the box that it stands in. A text that its element cuts with an ellipsis or scrolls is no fault.
 */
export const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults = new Set<string>();
    /** Height in px by which a text may exceed its box: a part of a line. */
    const LINE = 10;
    const beyond = (document.scrollingElement?.scrollWidth ?? 0) - innerWidth;
    if (beyond > 0) faults.add(`the page is ${beyond} px too wide`);

    const clips = (element: Element) => getComputedStyle(element).overflowX !== 'visible';
    const isBox = (element: Element) => {
      const { borderLeftWidth, borderLeftStyle, backgroundColor } = getComputedStyle(element);
      const bordered = borderLeftStyle !== 'none' && Number.parseFloat(borderLeftWidth) > 0;
      return bordered || !/, 0\)$|^transparent$/.test(backgroundColor);
    };
    /** Returns the nearest box around a text; null if an element in between cuts or scrolls it. */
    const boxOf = (start: Element): Element | null => {
      for (let element: Element | null = start; element; element = element.parentElement) {
        if (clips(element)) return null;
        if (isBox(element)) return element;
      }
      return null;
    };
    const isOutside = ({ left, right, bottom }: DOMRect, of: DOMRect) =>
      left < of.left - 1 || right > of.right + 1 || bottom > of.bottom + LINE;

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const parent = node.parentElement;
      if (text === '' || !parent?.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
      const tops = new Set(lines.map(({ top }) => Math.round(top / 4)));
      const isWhole = /^-?(US)?\$\s?-?[\d.]+(,\d+)?$|^\d\d\/\d\d\/\d{4}$/.test(text);
      const isBadge = parent.parentElement?.querySelector(':scope > svg[viewBox="0 0 8 8"]') != null;
      if (tops.size > 1 && (isWhole || isBadge)) faults.add(`«${text}» is on ${tops.size} lines`);
      const box = boxOf(parent)?.getBoundingClientRect();
      if (box && lines.some((line) => isOutside(line, box))) {
        faults.add(`«${text.slice(0, 60)}» is outside of its box`);
      }
    }
    return [...faults];
  });
