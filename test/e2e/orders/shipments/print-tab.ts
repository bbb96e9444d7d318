import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { expect } from '#test/e2e/fixtures.ts';

/**
 * Prints, waits until the labels' tab has the PDF, and closes the tab, because a page behind another tab is slow. The locked
 * Chromium has no PDF viewer: the tab downloads its document, and the test reads the file; other browsers show the document.
 */
export async function printInTab(page: Page, print: () => Promise<unknown>): Promise<void> {
  const saved = Promise.withResolvers<Download>();
  // The tab may save before the test continues with it.
  page.once('popup', (tab) => tab.once('download', saved.resolve));
  const [tab] = await Promise.all([page.waitForEvent('popup'), print()]);
  if (await page.evaluate(() => navigator.pdfViewerEnabled)) await expect.poll(() => tab.url()).toMatch(/^blob:/);
  else expect(await readFile(await (await saved.promise).path(), 'latin1')).toMatch(/^%PDF-[\s\S]*%%EOF\s*$/);
  await tab.close();
}
