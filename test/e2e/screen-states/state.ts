import type { Locator, Page } from '@playwright/test';

/** A state of a screen after user actions: a dialog, a menu, a form with its errors. */
export interface State {
  what: string;
  /** Brings the loaded screen into the state. */
  reach: (page: Page) => Promise<unknown>;
  /** Set if the state exists only on a desktop or only on a phone. */
  only?: 'desk' | 'phone';
  /** True if Esc doesn't leave the state, so that the screen must be loaded again. */
  stays?: boolean;
  /** True if `reach` loads the screen itself. */
  loads?: boolean;
  /** Element that the state shows, even after a change of the page's size. With it, the state is reached once for both sizes. */
  shows?: (page: Page) => Locator;
  /** True if a call of the state is refused with 403, which the browser logs. */
  refused?: boolean;
}

/** A fake response to a call, and the resulting text on the screen. */
interface Answered {
  call: string | RegExp;
  says: string | RegExp;
}

/** States of a screen, with the actions that lead to them. */
export interface ScreenStates {
  /** Element that is visible once the screen is loaded. */
  shows: (page: Page) => Locator;
  states?: readonly State[];
  /** The state without data. */
  empty?: Answered & { answer: object };
  /** The state after a failed read. */
  fails?: Answered;
}

/** A list without rows (D1 §7). */
export const NO_ROWS = { results: [], pagination: { page: 1, pages: 1, total: 0, limit: 10 } };

export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name }).first();

export const dialog = (page: Page): Locator => page.getByRole('dialog');

export const question = (page: Page): Locator => page.getByRole('alertdialog');

/** Presses a button, and waits for the opened element. */
export const opens =
  (name: string | RegExp, role: 'dialog' | 'alertdialog' | 'menu' = 'dialog') =>
  async (page: Page): Promise<void> => {
    await button(page, name).click();
    await page.getByRole(role).waitFor();
  };

/** Presses a button, and waits for the resulting text. */
export const says =
  (name: string | RegExp, text: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await button(page, name).click();
    await page.getByText(text).first().waitFor();
  };

/** Chooses an entry of the first menu that has it. */
export const picks =
  (menu: RegExp, entry: string) =>
  async (page: Page): Promise<void> => {
    const menus = page.getByRole('button', { name: menu });
    const item = page
      .getByRole('menuitem', { name: entry, exact: true })
      .and(page.locator(':not([aria-disabled=true])'));
    for (let place = 0; place < (await menus.count()); place += 1) {
      await menus.nth(place).click();
      await page.getByRole('menu').waitFor();
      if (await item.isVisible()) {
        await item.click();
        await page.getByRole('alertdialog').waitFor();
        return;
      }
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'hidden' });
    }
    throw new Error(`no menu offers '${entry}'`);
  };

/** Selects a file in the open dialog. */
export const choose = (page: Page, content: string | Buffer): Promise<void> =>
  page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'archivo.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });

/** Reloads the screen with two package presets, one of them with the longest name. */
export async function presets(page: Page): Promise<void> {
  const call = '**/api/v1/client/package_preset/';
  const box = { id: 1, name: 'Caja chica', length: 30, width: 20, height: 10, weight: 1500 };
  const results = [box, { ...box, id: 2, name: 'W'.repeat(40), length: 9999, width: 9999, height: 9999 }];
  await page.route(call, (route) => route.fulfill({ json: { results } }));
  await page.reload();
  await page.getByText('Caja chica').first().waitFor({ state: 'attached' });
  await page.unroute(call);
}
