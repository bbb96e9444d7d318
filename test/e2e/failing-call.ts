import type { Page } from '@playwright/test';

/**
 * Makes a call fail until the person presses 'Reintentar', and that press is what mends it: a screen reads again by itself
 * whenever something happens to its client, which another test may cause at any moment.
 * @param page where the call is made
 * @param url of the call, as `page.route` takes it
 * @param options `status` and `body` of the failure; `afterwards` what is answered then, instead of the server's answer
 */
export async function failUntilRetried(
  page: Page,
  url: string | RegExp,
  { status = 500, body = {}, afterwards }: { status?: number; body?: object; afterwards?: object } = {},
): Promise<void> {
  const listen = () =>
    document.addEventListener(
      'click',
      ({ target }) => {
        const pressed = target instanceof Element && target.closest('button')?.textContent?.trim();
        if (pressed === 'Reintentar') Reflect.set(window, 'retried', true);
      },
      { capture: true },
    );
  await page.addInitScript(listen);
  await page.evaluate(listen);
  await page.route(url, async (route) => {
    // A page that is being left can't be asked any more, and nobody pressed anything on the next one.
    const retried = await page.evaluate(() => Reflect.get(window, 'retried') === true).catch(() => false);
    if (!retried) await route.fulfill({ status, json: body });
    else if (afterwards) await route.fulfill({ json: afterwards });
    else await route.continue();
  });
}
