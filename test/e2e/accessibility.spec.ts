import type { Page } from '@playwright/test';
import { paths } from '#web/paths.ts';
import { expect, test } from './fixtures.ts';
import { layoutFaults, WIDTHS } from './layout-faults.ts';
import { STATES } from './screen-states/all.ts';
import type { State } from './screen-states/state.ts';
import { isPublicScreen, SCREEN_NAMES, screenOf, screensOf } from './screens.ts';

const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 320, height: 640 } };
type Size = keyof typeof SIZES;

/** Themes differ in colours only, so the second theme of a state is checked by the rules for colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Soft assertions that retry: after a change of width, React renders cards, tables and filters again. */
const settled = expect.configure({ soft: true });

const OPENED = '[role=dialog], [role=alertdialog], [role=menu]';

// Workers share the screens. A page checks a screen in dozens of states.
test.describe.configure({ mode: 'parallel', timeout: 240_000 });
test.use({ actionTimeout: 20_000 });

/** Returns the horizontal overflow of the page in px (WCAG 1.4.10). */
const sideways = (page: Page) => page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);

test('every route of the portal is in the list of screens to check', async ({ page, logIn }) => {
  // These paths redirect.
  const { home, logout, ...shown } = paths;
  await logIn('demo');
  const screens = await screensOf(page);
  const unseen = Object.values(shown).filter((address) => {
    const pattern = new RegExp(`^${address.replaceAll(/:\w+/g, '[^/]+')}$`);
    return !screens.some(({ path }) => pattern.test(path));
  });
  expect(unseen).toEqual([]);
});

for (const name of SCREEN_NAMES) {
  test(`${name}: is accessible when loaded, empty or failed, and in everything that opens on it`, async ({
    page,
    logIn,
    allowConsole,
    expectAccessible,
  }) => {
    const { shows, states = [], empty, fails } = STATES[name];

    /** Desktop in both themes; phone only in the dark theme, because the desktop run checks the light colours. */
    async function look(what: string, size: Size): Promise<void> {
      await settled.poll(() => layoutFaults(page), `faults of ${what}`).toEqual([]);
      if (size === 'phone') {
        expect.soft(await sideways(page), `${what} fits`).toBeLessThanOrEqual(0);
        await expectAccessible(`${what}, on a phone`);
        return;
      }
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectAccessible(`${what}, ${colorScheme}`, colorScheme === 'dark' ? COLOURS : undefined);
      }
    }

    async function visit({ what, reach, stays, refused }: State, size: Size, path: string): Promise<void> {
      if (refused) allowConsole(/status of 403/);
      await reach(page);
      await look(what, size);
      if (stays) {
        await page.goto(path);
        await expect(shows(page)).toBeVisible();
      } else {
        await page.keyboard.press('Escape');
        await expect(page.locator(OPENED)).toHaveCount(0);
        // The focus returns asynchronously, and the next key must follow it.
        await expect(page.locator(':focus'), `the focus comes back from ${what}`).toHaveCount(1);
      }
    }

    if (!isPublicScreen(name)) await logIn('demo');
    const { path } = await screenOf(page, name);
    if (name === 'activacion') await page.route('**/api/v2/client/activate', (route) => route.fulfill({ json: {} }));
    await page.goto(path);
    await expect(shows(page)).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expect(shows(page)).toBeVisible();
      await settled.poll(() => layoutFaults(page), `faults at ${width} px`).toEqual([]);
    }
    for (const size of ['desk', 'phone'] as const) {
      await page.setViewportSize(SIZES[size]);
      if (size === 'phone') {
        // Phones have other markup.
        await expectAccessible('loaded, on a phone', COLOURS);
        await page.emulateMedia({ colorScheme: 'dark' });
      }
      await expect(shows(page)).toBeVisible();
      await look('loaded', size);
      for (const state of states) {
        if ((state.only ?? size) === size) await test.step(state.what, () => visit(state, size, path));
      }
    }

    // A refusal, because a server error would be retried before it is shown.
    const answers = [
      { what: 'empty', ...empty, status: 200, json: empty?.answer },
      { what: 'failed', ...fails, status: 422, json: { message: 'No se pudo' } },
    ];
    allowConsole(/status of 4(22|04)/);
    for (const { what, call, says, status, json } of answers) {
      if (!call || !says) continue;
      await page.route(call, (route) => route.fulfill({ status, json }));
      await page.goto(path);
      for (const size of ['phone', 'desk'] as const) {
        await page.setViewportSize(SIZES[size]);
        await expect(page.getByText(says).first()).toBeVisible();
        await look(what, size);
      }
      await page.unroute(call);
    }
  });
}
