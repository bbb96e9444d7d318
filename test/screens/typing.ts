import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import type { ReceivedRequest } from './fake-gateway.ts';

type Field = HTMLInputElement;

/** Returns the queries of the whole page, or of one element. */
const inside = (place?: HTMLElement | null) => (place ? within(place) : screen);

/** Returns the field with exactly this label. */
export const field = (label: string, place?: HTMLElement | null): Field => inside(place).getByLabelText<Field>(label);

/** Returns the accessible name of a button: its label, or its text without hidden parts such as shortcut keys. */
function nameOf(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove();
  return element.getAttribute('aria-label') ?? copy.textContent.trim();
}

/** Returns buttons with exactly this name. Faster than queries by role, which compute the style of every element. */
export const buttons = (name: string, place: ParentNode | null = document) =>
  [...(place ?? document).querySelectorAll<HTMLElement>('button')].filter((element) => nameOf(element) === name);

/** Returns the only button with exactly this name. */
export function button(name: string, place?: ParentNode | null): HTMLElement {
  const [only, ...others] = buttons(name, place);
  if (!only || others.length > 0) throw new Error(`expected exactly one button with the name ${name}`);
  return only;
}

/** Waits for the dialog with this title, or for any dialog. */
export const dialog = (title?: string) =>
  waitFor(() => {
    const open = [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')];
    const titleOf = (element: Element) =>
      document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent;
    const found = open.findLast((element) => title === undefined || titleOf(element) === title);
    if (!found) throw new Error(`no dialog with the title ${title}`);
    return found;
  });

/** Waits until no dialog is open. */
export const dialogsClosed = () =>
  waitFor(() => expect(document.querySelector('[role=dialog], [role=alertdialog]')).toBeNull());

/** Returns the options that a combobox suggests. */
export const suggestions = () => [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent);

/** Waits for a suggestion that contains a text. */
export const suggestion = (text: string) =>
  waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[role=option]')];
    const option = found.find(({ textContent }) => textContent.includes(text));
    if (!option) throw new Error(`${text} is not among ${suggestions().join(', ')}`);
    return option;
  });

/** Replaces a field's content like a paste, and leaves the field. */
export function write(label: string, text: string, place?: HTMLElement | null): void {
  const input = field(label, place);
  fireEvent.focus(input);
  fireEvent.change(input, { target: { value: text } });
  fireEvent.blur(input);
}

/** Writes several fields, by their labels. */
export function writeAll(texts: Readonly<Record<string, string>>, place?: HTMLElement | null): void {
  for (const [label, text] of Object.entries(texts)) write(label, text, place);
}

/** Chooses an option of a select by its text. */
export function choose(label: string, option: string, place?: HTMLElement | null): void {
  const select = field(label, place);
  const found = [...select.querySelectorAll('option')].find(({ textContent }) => textContent === option);
  if (!found) throw new Error(`${label} has no option ${option}`);
  fireEvent.change(select, { target: { value: found.value } });
}

/** Returns the texts of a select's options. */
export const optionsOf = (select: HTMLElement) =>
  [...select.querySelectorAll('option')].map(({ textContent }) => textContent);

/** Returns the texts of the visible alerts, the newest last. */
export const alertTexts = () =>
  [...document.querySelectorAll('li[data-state="open"]')].map(({ textContent }) => textContent);

/** Waits for an alert that contains a text. */
export const alertAppears = (text: string) =>
  waitFor(() => expect(alertTexts()).toContainEqual(expect.stringContaining(text)));

/** Returns the bodies of a call's requests, in order. */
export const bodiesOf = (received: readonly ReceivedRequest[], endpoint: AnyEndpoint) =>
  received.filter((request) => request.endpoint === endpoint).map(({ body }) => body);

/** Returns the writing requests that the portal sent. */
export const changes = (received: readonly ReceivedRequest[]) =>
  received.filter(({ endpoint }) => endpoint.method !== 'GET');
