import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { type AnyEndpoint, BACKGROUND_HEADER } from '#shared/kit/http/endpoint.ts';
import type { ReceivedRequest } from './fake-gateway.ts';

/** Sets a field's text, or selects the option with this value. */
export const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** Returns the accessible name of a button: its label, or its text without hidden parts such as shortcut keys. */
function nameOf(element: HTMLElement): string {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove();
  return element.getAttribute('aria-label') ?? copy.textContent.trim();
}

/** Returns buttons with this name. Faster than queries by role, which compute the style of every element. */
export const buttons = (name: string | RegExp, place: ParentNode = document) =>
  [...place.querySelectorAll('button')].filter((element) =>
    typeof name === 'string' ? nameOf(element) === name : name.test(nameOf(element)),
  );

/** Returns the only button with this name. */
export function button(name: string | RegExp, place?: ParentNode): HTMLButtonElement {
  const [only, ...others] = buttons(name, place);
  if (!only || others.length > 0) throw new Error(`${others.length ? 'several' : 'no'} buttons have the name ${name}`);
  return only;
}

/** Waits for the only button with this name. */
export const findButton = (name: string | RegExp, place?: ParentNode) => waitFor(() => button(name, place));

/** Waits for an entry of the open menu. */
export const menuItem = (name: string) =>
  waitFor(() => {
    const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
    const item = items.find(({ textContent }) => textContent.startsWith(name));
    if (!item) throw new Error(`the menu has no ${name}`);
    return item;
  });

/** Returns the texts of the open menu's entries. */
export const menuItems = () => [...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent);

/** Returns the rows of the only table, without its header. */
export const tableRows = (container: HTMLElement) => [...container.querySelectorAll<HTMLElement>('main tbody > tr')];

/** Returns the table's row that contains a text. */
export function rowWith(container: HTMLElement, text: string): HTMLElement {
  const row = tableRows(container).find(({ textContent }) => textContent.includes(text));
  if (!row) throw new Error(`no row shows ${text}`);
  return row;
}

/** Returns the texts of a row's cells, with non-breaking spaces replaced. */
export const cellsOf = (row: HTMLElement | undefined) =>
  [...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent.replaceAll('\u00a0', ' '));

/** Returns the table's column headers. */
export const columnHeaders = (container: HTMLElement) =>
  [...container.querySelectorAll('main thead th')].map(({ textContent }) => textContent);

/** Returns colour and text of each badge in an element: 'verde: Entregado'. */
export const badgesOf = (element: HTMLElement | undefined) =>
  [...(element?.querySelectorAll('span:has(> svg[viewBox="0 0 8 8"])') ?? [])].map(
    ({ className, textContent }) => `${/verde|azul|amarillo|rojo|gris/.exec(className)?.[0]}: ${textContent}`,
  );

/** Returns a call's requests, without prefetched ones. */
export const requestsOf = (received: readonly ReceivedRequest[], endpoint: AnyEndpoint) =>
  received.filter((request) => request.endpoint === endpoint && !request.headers.has(BACKGROUND_HEADER));

/** Runs `act` and returns the query of the call's next request. */
export async function queryAfter(received: readonly ReceivedRequest[], endpoint: AnyEndpoint, act: () => unknown) {
  const before = requestsOf(received, endpoint).length;
  await act();
  return waitFor(() => {
    const request = requestsOf(received, endpoint)[before];
    if (!request) throw new Error(`no request: ${endpoint.path}`);
    return request.query;
  });
}

/** Returns the filters in a list call's query. */
export const filtersOf = (query: Record<string, string>) =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name.startsWith('filter')));

/** Waits for an alert that contains all these texts. */
export async function expectAlert(...texts: string[]): Promise<void> {
  await waitFor(() => {
    const alert = [...document.querySelectorAll('li[data-state="open"]')].at(-1);
    for (const text of texts) expect(alert).toHaveTextContent(text);
  });
}

/** Waits for the confirmation dialog. */
export const question = () =>
  waitFor(() => {
    const dialog = document.querySelector<HTMLElement>('[role=alertdialog]');
    if (!dialog) throw new Error('no confirmation dialog is open');
    return dialog;
  });

/** Clicks a button of the confirmation dialog. */
export const answer = async (user: UserEvent, name: string) => user.click(await findButton(name, await question()));
