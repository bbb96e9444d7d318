import { act, render, waitFor } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import '@testing-library/jest-dom/vitest';
import { beforeAll, beforeEach, expect, vi } from 'vitest';
import { createFakeGateway, type FakeGatewayOptions, type ReceivedRequest } from './fake-gateway.ts';

const CLAIMS = { username: 'ana', terms_accepted: true, prepago: true, logistica_inversa: true, default_format: 'pdf' };

/** Stored session with every feature. */
export const SESSION: Readonly<Record<string, string>> = {
  token: `x.${btoa(JSON.stringify(CLAIMS))}.x`,
  username: 'ana',
  auth: 'true',
  terms: 'true',
  usr_prep: 'true',
  logistica_inversa: 'true',
  fulfillment: 'true',
  print_config: 'pdf',
};

/** Errors that React and the page wrote to the console during the current test. */
export const consoleErrors: string[] = [];

beforeAll(() => {
  vi.spyOn(console, 'error').mockImplementation((...words) => void consoleErrors.push(words.join(' ')));
});
beforeEach(() => {
  consoleErrors.length = 0;
});

/** An open portal in jsdom. */
export interface OpenPortal {
  container: HTMLElement;
  /** Types, clicks and presses keys as a person does. */
  user: UserEvent;
  /** All requests to the gateway in order, including live streams and settings. */
  received: ReceivedRequest[];
}

/**
 * Opens a path of the portal with a fake gateway, and waits for the page's frame.
 * @param stored content of the browser's storage; by default a session with every feature
 */
export async function openPortal(
  path: string,
  options: FakeGatewayOptions = {},
  stored: Readonly<Record<string, string>> = SESSION,
): Promise<OpenPortal> {
  vi.resetModules();
  localStorage.clear();
  sessionStorage.clear();
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  window.history.replaceState(null, '', path);
  const received = options.received ?? [];
  vi.stubGlobal('fetch', createFakeGateway({ ...options, received }));
  const [
    { Portal },
    { clientCredential },
    { setCredential },
    { preloadScreen },
    { startHistory },
    { queryClient },
    { loadSettings },
  ] = await Promise.all([
    import('#web/portal.tsx'),
    import('#web/kit/call/client-credential.ts'),
    import('#web/kit/call/credential.ts'),
    import('#web/routes.tsx'),
    import('#web/kit/lib/history.ts'),
    import('#web/kit/call/queries.ts'),
    import('#web/kit/call/settings.ts'),
  ]);
  const retries = options.retries ? { retryDelay: 1 } : { retry: false };
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, ...retries } });
  setCredential(clientCredential);
  startHistory();
  await loadSettings();
  await preloadScreen(window.location.pathname);
  const { container } = await act(async () => render(<Portal />));
  await waitFor(() => expect(container.querySelector('main')).not.toBeNull());
  return { container, user: userEvent.setup(), received };
}

const LOADING = '[aria-busy=true], [role=status][aria-label^=Cargando]';

/** Waits until no part of the page is loading. */
export const loaded = (container: HTMLElement) =>
  waitFor(() => expect(container.querySelector(LOADING)).toBeNull(), { timeout: 10_000 });

/** Returns axe's violations, without colours and sizes, which need a browser. */
export async function axeViolations(container: HTMLElement): Promise<string[]> {
  const { violations } = await axe.run(container, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
