import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { gatewayUrl } from './gateway-url.ts';

/** Returns the path of a link in the newest mail to an address, out of the demonstration's mailbox. */
export async function mailedPath(page: Page, email: string, pattern: RegExp): Promise<string> {
  let link = '';
  await expect(async () => {
    const list = await (await page.request.get(gatewayUrl('/dev/correo'))).text();
    link = new RegExp(`<a href="(/dev/correo/\\d+)">[^<]*</a></td><td>${email}<`).exec(list)?.[1] ?? '';
    expect(link).not.toBe('');
  }).toPass();
  const letter = await (await page.request.get(gatewayUrl(link))).text();
  return pattern.exec(letter)?.[0] ?? '';
}
