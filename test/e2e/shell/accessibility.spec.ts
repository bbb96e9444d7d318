import type { Page } from '@playwright/test';
import { type AxeCheck, LAYOUT_RULES } from '#test/e2e/axe.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { layoutFaults, WIDTHS } from '#test/e2e/layout-faults.ts';
import { STATES } from '#test/e2e/screen-states/all.ts';
import type { State } from '#test/e2e/screen-states/state.ts';
import { isPublicScreen, SCREEN_NAMES, type ScreenName, screenOf, screensOf } from '#test/e2e/screens.ts';
import { scaled } from '#test/test-scale.ts';
import { paths } from '#web/paths.ts';

const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 320, height: 640 } };
type Size = keyof typeof SIZES;

/** Themes differ in colours only, so the second theme of a state is checked by the rules for colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Soft assertions that retry: after a change of width, React renders cards, tables and filters again. */
const settled = expect.configure({ soft: true });

const OPENED = '[role=dialog], [role=alertdialog], [role=menu]';

// Workers share the groups. A page checks a screen in dozens of states.
test.describe.configure({ mode: 'parallel', timeout: 300_000 });
test.use({ actionTimeout: 20_000 });

/** Whether a state is reached on the desktop for both sizes. An attack reaches each at both. */
const isReachedOnce = ({ only, shows }: State) => scaled(!only && shows !== undefined, false);

/** What is checked of a state on a phone that exists on the desktop too: the other rules need no layout. */
const ON_PHONE: AxeCheck = scaled({ rules: LAYOUT_RULES }, {});

/** Controls that only a desktop shows at once: a phone has them in a sheet, in a menu or below, and no choice of the rows' height. */
const DESKTOP_ONLY =
  /^(Abrir el calendario|Buscar|Limpiar|Actualizar|Seguimiento|Repetir|Cancelar (orden|pago)|Logística inversa|Solicitar devolución|\d+ datos|Filas (cómodas|compactas))$/;

/** Returns the names of the visible buttons and links in the main part of the page, except those of tables, which phones show as cards. */
async function controlsOf(page: Page): Promise<string[]> {
  const tree = (await page.getByRole('main').ariaSnapshot()).replaceAll(/^( *)- table.*\n(\1 .*\n?)*/gm, '');
  const names = [...tree.matchAll(/- (?:button|link) "((?:[^"\\]|\\.)*)"/g)].map(([, name = '']) => name);
  // The number of rows at the end of a name arrives later than the rest.
  return names.map((name) => name.replace(/ [\d.]+\+?$/, ''));
}

/** Returns the horizontal overflow of the page in px (WCAG 1.4.10). */
const sideways = (page: Page) => page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);

test('every route of the portal is in the list of screens to check', async ({ page, storeSession }) => {
  // These paths redirect.
  const { home, logout, ...shown } = paths;
  await storeSession('demo');
  const screens = await screensOf(page);
  const unseen = Object.values(shown).filter((address) => {
    const pattern = new RegExp(`^${address.replaceAll(/:\w+/g, '[^/]+')}$`);
    return !screens.some(({ path }) => pattern.test(path));
  });
  expect(unseen).toEqual([]);
});

/** Screens that one page opens one after the other: its process compiles the portal's code only once. */
const SCREENS_PER_TEST = 5;

const groups: ScreenName[][] = [];
for (let begin = 0; begin < SCREEN_NAMES.length; begin += SCREENS_PER_TEST) {
  groups.push(SCREEN_NAMES.slice(begin, begin + SCREENS_PER_TEST));
}

for (const names of groups) {
  test(`from ${names[0]} to ${names.at(-1)}: the screens are accessible when loaded, empty or failed, and in everything that opens on them`, async ({
    page,
    storeSession,
    allowConsole,
    expectAccessible,
  }) => {
    allowConsole(/status of 4(22|04)/);

    async function checkScreen(name: ScreenName): Promise<void> {
      const { shows, states = [], empty, fails } = STATES[name];

      /**
       * Desktop in both themes; phone only in the dark theme, because the desktop run checks the light colours. The page behind an
       * open dialog or menu was checked before it opened, so it is checked only once more.
       */
      async function look(what: string, size: Size, check: AxeCheck = {}): Promise<void> {
        await settled.poll(() => layoutFaults(page), `faults of ${what}`).toEqual([]);
        await page.emulateMedia({ colorScheme: 'dark' });
        if (size === 'phone') {
          expect.soft(await sideways(page), `${what} fits`).toBeLessThanOrEqual(0);
          await expectAccessible(`${what}, on a phone`, { within: OPENED, ...check });
          return;
        }
        await expectAccessible(`${what}, dark`, { within: OPENED, ...check, rules: COLOURS });
        await page.emulateMedia({ colorScheme: 'light' });
        await expectAccessible(`${what}, light`, check);
      }

      /** Whether an earlier state is still on the screen. */
      let changed = false;

      async function load(): Promise<void> {
        await page.goto(path);
        await expect(shows(page)).toBeVisible();
        changed = false;
      }

      async function visit(state: State, size: Size): Promise<void> {
        const { what, reach, stays, loads, refused } = state;
        if (refused) allowConsole(/status of 403/);
        if (changed && !loads) await load();
        await reach(page);
        // What needs no layout is checked at one size.
        await look(what, size, size === 'phone' && state.only !== 'phone' ? ON_PHONE : {});
        if (isReachedOnce(state)) {
          await page.setViewportSize(SIZES.phone);
          await look(what, 'phone', ON_PHONE);
          if (state.shows) await expect(state.shows(page), `${what} stays on a phone`).toBeVisible();
          await page.setViewportSize(SIZES.desk);
        }
        changed ||= stays === true;
        if (stays) return;
        await page.keyboard.press('Escape');
        await expect(page.locator(OPENED)).toHaveCount(0);
        // The focus returns asynchronously, and the next key must follow it.
        await expect(page.locator(':focus'), `the focus comes back from ${what}`).toHaveCount(1);
      }

      if (isPublicScreen(name)) await page.context().setStorageState({ cookies: [], origins: [] });
      else await storeSession('demo');
      await page.setViewportSize(SIZES.desk);
      await page.emulateMedia({ colorScheme: 'light' });
      const { path } = await screenOf(page, name);
      if (name === 'activacion') await page.route('**/api/v2/client/activate', (route) => route.fulfill({ json: {} }));
      await load();
      const onDesktop = await controlsOf(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await expect(shows(page)).toBeVisible();
        await settled.poll(() => layoutFaults(page), `faults at ${width} px`).toEqual([]);
      }
      await page.setViewportSize(SIZES.phone);
      await expect(shows(page)).toBeVisible();
      // Phones have other markup.
      await expectAccessible('loaded, light, on a phone', { rules: COLOURS });
      await look('loaded', 'phone');
      const missing = async () => {
        const onPhone = await controlsOf(page);
        return onDesktop.filter((control) => !onPhone.includes(control) && !DESKTOP_ONLY.test(control));
      };
      await settled.poll(missing, 'what a phone lacks').toEqual([]);
      for (const size of ['phone', 'desk'] as const) {
        await page.setViewportSize(SIZES[size]);
        if (size === 'desk') {
          if (changed) await load();
          await expect(shows(page)).toBeVisible();
          await look('loaded', size);
        }
        for (const state of states) {
          if (size !== (isReachedOnce(state) ? 'desk' : (state.only ?? size))) continue;
          await test.step(state.what, () => visit(state, size));
        }
      }

      // A refusal, because a server error would be retried before it is shown.
      const answers = [
        { what: 'empty', ...empty, status: 200, json: empty?.answer },
        { what: 'failed', ...fails, status: 422, json: { message: 'No se pudo' } },
      ];
      for (const { what, call, says, status, json } of answers) {
        if (!call || !says) continue;
        await page.route(call, (route) => route.fulfill({ status, json }));
        await page.goto(path);
        for (const size of ['phone', 'desk'] as const) {
          await page.setViewportSize(SIZES[size]);
          await expect(page.getByText(says).first()).toBeVisible();
          // The frame is as before. The other rules are checked by test/screens/shell/screens.test.tsx.
          await look(what, size, { rules: LAYOUT_RULES, within: 'main' });
        }
        await page.unroute(call);
      }
      // Some states leave a faked call.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }

    for (const name of names) await test.step(name, () => checkScreen(name));
  });
}
