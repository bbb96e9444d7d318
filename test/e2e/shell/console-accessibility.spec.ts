import type { Page } from '@playwright/test';
import { LAYOUT_RULES } from '#test/e2e/axe.ts';
import { CONSOLE_SCREEN_NAMES, type ConsoleScreenName, consolePath } from '#test/e2e/console-screens.ts';
import { enterConsole } from '#test/e2e/enter-console.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { layoutFaults } from '#test/e2e/layout-faults.ts';

const SIZES = {
  desk: { width: 1280, height: 800 },
  tablet: { width: 768, height: 1024 },
  phone: { width: 360, height: 740 },
};

/** Themes differ in colours only, so the dark one is checked by the rules for colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Pages that are opened one after the other in one session. */
const PAGES_PER_TEST = 10;

test.describe.configure({ mode: 'parallel', timeout: 180_000 });

/** Waits until no request of the page is pending and no part of it is loading. */
async function waitForData(page: Page, pending: ReadonlySet<unknown>): Promise<void> {
  await page.locator('h1').first().waitFor();
  await expect.poll(() => pending.size, 'pending requests').toBe(0);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

const groups: ConsoleScreenName[][] = [];
for (let begin = 0; begin < CONSOLE_SCREEN_NAMES.length; begin += PAGES_PER_TEST) {
  groups.push(CONSOLE_SCREEN_NAMES.slice(begin, begin + PAGES_PER_TEST));
}

for (const names of groups) {
  test(`from ${names[0]} to ${names.at(-1)}: the console’s pages are accessible in both themes, and fit a desk, a tablet and a phone`, async ({
    page,
    expectAccessible,
  }) => {
    const pending = new Set();
    page.on('request', (request) => request.resourceType() === 'fetch' && pending.add(request));
    page.on('requestfinished', (request) => pending.delete(request));
    page.on('requestfailed', (request) => pending.delete(request));
    await enterConsole(page, 'admin@remito.example');

    async function check(name: ConsoleScreenName): Promise<void> {
      await page.setViewportSize(SIZES.desk);
      await page.goto(await consolePath(page, name));
      await waitForData(page, pending);
      for (const size of ['desk', 'tablet', 'phone'] as const) {
        await page.setViewportSize(SIZES[size]);
        await expect
          .configure({ soft: true })
          .poll(() => layoutFaults(page), `faults of ${name} on a ${size}`)
          .toEqual([]);
        await page.emulateMedia({ colorScheme: 'light' });
        if (size === 'phone') {
          await expectAccessible(`${name} on a phone`, { rules: LAYOUT_RULES });
          continue;
        }
        await expectAccessible(`${name} on a ${size}`);
        await page.emulateMedia({ colorScheme: 'dark' });
        await expectAccessible(`${name} on a ${size}, dark`, { rules: COLOURS });
      }
    }
    for (const name of names) await test.step(name, () => check(name));
  });
}
