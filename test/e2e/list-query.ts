import type { Page, Request } from '@playwright/test';
import { BACKGROUND_HEADER } from '#shared/kit/http/endpoint.ts';

/**
 * Returns the query of the list request that `act` causes. Ignores prefetches of the following page and automatic reads;
 * tests filter a list only on its first page.
 * @param path of the list, `/api/v1/client/order/`
 */
export async function listQueryAfter(page: Page, path: string, act: () => Promise<unknown>): Promise<URLSearchParams> {
  const queryOf = (request: Request) => new URL(request.url()).searchParams;
  const isIt = (request: Request) =>
    request.method() === 'GET' &&
    !(BACKGROUND_HEADER in request.headers()) &&
    new URL(request.url()).pathname === path &&
    Number(queryOf(request).get('page') ?? '1') === 1;
  const [request] = await Promise.all([page.waitForRequest(isIt), act()]);
  return queryOf(request);
}
