import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { SESSION } from '#test/screens/open-portal.tsx';

const { prepago, logistica_inversa, ...claims } = JSON.parse(atob(SESSION.token?.split('.')[1] ?? ''));

/** A session without optional features. */
export const BASIC_SESSION: Readonly<Record<string, string>> = {
  ...SESSION,
  token: `x.${btoa(JSON.stringify(claims))}.x`,
  usr_prep: 'false',
  logistica_inversa: 'false',
  fulfillment: 'false',
};

export const paletteField = () => screen.queryByRole<HTMLInputElement>('combobox', { name: /^Buscar/ });
/** Returns the texts of the options, of all groups or of one. */
export const options = (group?: string) =>
  [...(group ? screen.getByRole('group', { name: group }) : document).querySelectorAll('[role=option]')].map(
    ({ textContent }) => textContent?.trim(),
  );
export const option = (name: string | RegExp) => screen.getByRole('option', { name });
export const markedOption = () => document.querySelector('[role=option][aria-selected=true]');
export const paletteStatus = () => document.querySelector('[role=dialog] [role=status]')?.textContent;

/** Opens the palette by its shortcut. */
export async function openPalette(user: UserEvent): Promise<void> {
  await user.keyboard('{Control>}k{/Control}');
  await waitFor(() => expect(paletteField()).toHaveFocus());
}
