import type { Page, Request } from '@playwright/test';
import { BACKGROUND_HEADER } from '#shared/http/endpoint.ts';

/**
 * The query of the next call of a list that `act` provokes. Lists fetch the page after the shown one ahead, and no test goes
 * further than the first before it narrows one: such a call isn't it, nor is one that nobody asked for.
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
