import type { Browser, Page } from '@playwright/test';
import { contract } from '#shared/contract.ts';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';

/** A page in its own browser, with its errors. */
export interface WatchedPage {
  page: Page;
  /** Returns new console errors and warnings, and failed calls, since the last call of this function. */
  complaints(): string[];
  /** Calls of the page that are additions to the specifications. */
  additions: string[];
}

/** Opens an empty page with its own session. */
export async function openPage(browser: Browser, baseURL: string): Promise<WatchedPage> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1440, height: 900 },
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const noted: string[] = [];
  const additions: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) noted.push(message.text());
  });
  page.on('pageerror', (error) => noted.push(String(error)));
  page.on('response', (answer) => {
    if (answer.status() >= 400) noted.push(`${answer.request().method()} ${answer.url()}: ${answer.status()}`);
  });
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && isAddition(request.method(), pathname.slice('/api'.length))) {
      additions.push(`${request.method()} ${pathname}`);
    }
  });
  return { page, complaints: () => noted.splice(0), additions };
}

/** Returns whether a call is an addition; the matching path with the fewest parameters counts. */
function isAddition(method: string, path: string): boolean {
  const parameters = (call: AnyEndpoint) => call.path.split(':').length;
  const [meant] = Object.values(contract)
    .filter((call) => call.method === method && patternOf(call).test(path))
    .sort((one, other) => parameters(one) - parameters(other));
  return meant === undefined || (meant.addition === true && meant.portal !== true);
}

const patternOf = ({ path }: AnyEndpoint) =>
  new RegExp(`^${path.replace(/\/$/, '').replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}/?$`);
