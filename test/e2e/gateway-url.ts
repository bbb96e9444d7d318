import type { BrowserContext } from '@playwright/test';

/** Where this worker's gateway listens. A portal may stand before it, which passes on nothing but clients' calls. */
let gateway = '';

export function setGatewayUrl(url: string): void {
  gateway = url;
}

/** A path of the gateway's own: the provider's entry, the mailbox. */
export const gatewayUrl = (path: string): string => gateway + path;

/**
 * The embedded checkout knows one address, its gateway's, and sends payers back there; one of a real provider sends them to the
 * portal. What it answers is a page that does so.
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
