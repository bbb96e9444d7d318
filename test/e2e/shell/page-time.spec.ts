import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { expect, test } from '#test/e2e/fixtures.ts';

test('every page has the time of the tests', async ({ page, browser, baseURL }) => {
  const other = await browser.newPage();
  for (const opened of [page, other]) {
    await opened.goto(`${baseURL}/login`);
    // This process has the time of the tests; the machine's is another day.
    expect(Math.abs((await opened.evaluate(() => Date.now())) - Date.now())).toBeLessThan(MINUTE_MS);
  }
  await other.context().close();
});
