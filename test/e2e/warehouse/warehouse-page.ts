import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Request } from '@playwright/test';
import { BACKGROUND_HEADER } from '#shared/kit/http/endpoint.ts';
import { expect } from '#test/e2e/fixtures.ts';
import { asClient } from '#test/e2e/orders/created-order.ts';
import { WAREHOUSE_TOKEN } from '#test/services/fake-warehouse-server.ts';

/** Folder of the portal's files. */
const PORTAL_FILES = 'dist/web/assets';

/**
 * Records all requests and responses of the page. The returned function expects no token of the provider in them, in the
 * browser's storage and in the portal's files.
 */
export function watchForToken(page: Page): () => Promise<void> {
  const seen: Promise<string>[] = [];
  page.on('response', (response) => {
    const request = response.request();
    const around = [
      request.url(),
      request.postData(),
      ...[request, response].map((of) => JSON.stringify(of.headers())),
    ];
    // The stream of change events doesn't end.
    const streams = response.headers()['content-type']?.startsWith('text/event-stream');
    const text = streams ? Promise.resolve('') : response.text().catch(() => '');
    seen.push(text.then((body) => [...around, body].join('\n')));
  });
  return async () => {
    const storage = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    const all = [...(await Promise.all(seen)), storage, JSON.stringify(await page.context().cookies())];
    expect(all.some((text) => text.includes('/api/service/'))).toBe(true);
    const names = (await readdir(PORTAL_FILES)).filter((name) => name.endsWith('.js'));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) all.push(await readFile(join(PORTAL_FILES, name), 'utf8'));
    const secret = new RegExp(`${WAREHOUSE_TOKEN}|Bearer [\\w.-]{8}`);
    // Each call carries only the session's token.
    const token = (await asClient(page)).authorization;
    expect(all.filter((text) => secret.test(text.replaceAll(token, '')))).toEqual([]);
  };
}

/** Runs `act` and returns name and text of the downloaded file. */
export async function downloaded(page: Page, act: () => Promise<unknown>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

/** Runs `act` and returns the body of the next call to a service, ignoring the prefetch of the next page. */
export async function bodyAfter(page: Page, service: string, act: () => Promise<unknown>): Promise<object> {
  const isIt = (sent: Request) =>
    new URL(sent.url()).pathname === `/api/service/${service}` &&
    !(BACKGROUND_HEADER in sent.headers()) &&
    !(sent.postDataJSON()?.page > 1);
  const [request] = await Promise.all([page.waitForRequest(isIt), act()]);
  expect(request.method()).toBe('POST');
  return request.postDataJSON();
}
