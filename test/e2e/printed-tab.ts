import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Prints, waits for the tab of the labels and closes it: a page behind another tab is slow to answer. */
export async function printInTab(page: Page, print: () => Promise<unknown>): Promise<void> {
  const [tab] = await Promise.all([page.waitForEvent('popup'), print()]);
  await expect.poll(() => tab.url()).toMatch(/^blob:/);
  await tab.close();
}
