import { CONSOLE_SCREEN_NAMES, consolePath } from './console-screens.ts';
import { settled } from './demo-page.ts';
import { enterConsole } from './enter-console.ts';
import { expect, test } from './fixtures.ts';
import { layoutFaults } from './layout-faults.ts';

const SIZES = { desk: { width: 1280, height: 800 }, tablet: { width: 768, height: 1024 } };

/** Themes differ in colours only, so the dark one is checked by the rules for colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

test.describe.configure({ mode: 'parallel' });

for (const name of CONSOLE_SCREEN_NAMES) {
  test(`${name}: the console’s page is accessible in both themes, and fits a desk and a tablet`, async ({
    page,
    expectAccessible,
  }) => {
    await enterConsole(page, 'admin@remito.example');
    await page.goto(await consolePath(page, name));
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport);
      await settled(page);
      await expect
        .configure({ soft: true })
        .poll(() => layoutFaults(page), `faults on a ${size}`)
        .toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });
      await expectAccessible(`on a ${size}`);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(`on a ${size}, dark`, { rules: COLOURS });
    }
  });
}
