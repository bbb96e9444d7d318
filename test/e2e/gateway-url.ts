import type { BrowserContext } from '@playwright/test';

/** URL of this worker's gateway. A portal in front of it would forward only clients' calls. */
let gateway = '';

export function setGatewayUrl(url: string): void {
  gateway = url;
}

/** Returns the URL of a path that only the gateway serves: the provider's API, the mailbox. */
export const gatewayUrl = (path: string): string => gateway + path;

/**
 * Makes payers return to the portal, as with a real provider. The embedded checkout redirects to its gateway; this intercepts
 * the redirect and answers with a page that leads to the portal.
 */
export async function redirectPayersTo(portal: string, context: BrowserContext): Promise<void> {
  await context.route(`${gateway}/dev/pago/*`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const location = response.headers().location ?? '';
    if (!location.startsWith(`${gateway}/#`)) return route.fulfill({ response });
    const back = location.replace(gateway, portal).replaceAll('&', '&amp;');
    const body = `<!doctype html><title>Pago</title><meta http-equiv="refresh" content="0;url=${back}">`;
    return route.fulfill({ contentType: 'text/html', body });
  });
}
