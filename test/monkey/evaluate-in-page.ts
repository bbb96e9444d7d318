import type { Page } from '@playwright/test';

const NAVIGATION_ERROR = /context was destroyed|Cannot find context|navigation|Frame was detached|monkeyProbe/i;

/**
 * Runs a function in the page, and again if the page loaded another document meanwhile.
 * @throws Error if that happens ten times
 */
export async function inPage<A, R>(page: Page, run: (argument: A) => R, argument: A): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await page.evaluate(run as never, argument as never)) as R;
    } catch (error) {
      if (attempt === 10 || !NAVIGATION_ERROR.test(String(error))) throw error;
      await page.waitForLoadState('domcontentloaded').catch(() => undefined);
    }
  }
}
