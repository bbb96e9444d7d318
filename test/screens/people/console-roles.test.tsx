// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  STAFF_ACTIONS,
  STAFF_PERMISSIONS,
  STAFF_ROLES,
  staffMay,
  staffRefusalReason,
} from '#shared/people/rules/staff-permissions.ts';
import { listStaff } from '#shared/people/staff.ts';
import { readStaffInvitation } from '#shared/people/staff-sessions.ts';
import { reply } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { axeViolations } from '#test/screens/open-portal.tsx';
import { decidedQueue, open } from '#test/screens/orders/shipments/console-queue.ts';
import { showOnPhone } from '#test/screens/surroundings.ts';
import { button, dialog } from '#test/screens/typing.ts';

const NO_STAFF = reply(listStaff, { results: [] });

/** Texts of the list below a sentence. */
const listBelow = (intro: string) =>
  within(screen.getByText(intro).parentElement as HTMLElement)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.toLowerCase());

const actionsOf = (role: (typeof STAFF_ROLES)[number]) =>
  STAFF_PERMISSIONS.filter((one) => staffMay(role, one)).map((one) => STAFF_ACTIONS[one].toLowerCase());

describe('what a role may do', () => {
  test.each(STAFF_ROLES)('is in Personal for the role %s', async (role) => {
    const { container } = await openConsole('/consola/personal', { replies: [loggedIn(role), NO_STAFF] });
    const matrix = await screen.findByRole('table', { name: 'Qué puede cada rol' });
    const [, ...rows] = within(matrix).getAllByRole('row');
    const shown = rows.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent));
    const answer = (may: boolean) => (may ? 'Sí' : 'No');
    expect(shown.map(([action, ...roles]) => [action?.toLowerCase(), ...roles])).toEqual(
      STAFF_PERMISSIONS.map((one) => [
        STAFF_ACTIONS[one].toLowerCase(),
        ...STAFF_ROLES.map((each) => answer(staffMay(each, one))),
      ]),
    );
    expect(await axeViolations(container)).toEqual([]);
  });

  test('is on a phone a line for each action with the roles that may do it', async () => {
    showOnPhone();
    await openConsole('/consola/personal', { replies: [loggedIn('admin'), NO_STAFF] });
    const rows = within(await screen.findByRole('table', { name: 'Qué puede cada rol' })).getAllByRole('row');
    const shown = rows.map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent));
    expect(shown.slice(0, 2)).toEqual([
      ['Acción', 'Quién puede'],
      [expect.stringMatching(/^Ver las colas/), 'Todos'],
    ]);
    expect(shown).toContainEqual(['Publicar tarifas', 'Finanzas, Administrador']);
  });

  test('is below the role that the form of an invitation chooses', async () => {
    const { user } = await openConsole('/consola/personal', { replies: [loggedIn('admin'), NO_STAFF] });
    await user.selectOptions(await screen.findByLabelText('Rol'), 'Finanzas');
    expect(listBelow('Con el rol Finanzas va a poder:')).toEqual(actionsOf('finance'));
  });

  test('is in the invitation that the person opens', async () => {
    const invitation = reply(readStaffInvitation, { results: { email: 'juan@proveedor.example', role: 'operations' } });
    await openConsole('/invitacion/abc', { replies: [invitation] });
    await screen.findByText('Con este rol vas a poder:');
    expect(listBelow('Con este rol vas a poder:')).toEqual(actionsOf('operations'));
  });
});

describe('for a role that may not decide', () => {
  const reason = staffRefusalReason('finance', 'modifications');

  test.each([
    ['e', 'Aprobar'],
    ['r', 'Rechazar'],
  ])('the key %s moves to the button %s, which shows the reason', async (key, name) => {
    const { list, read } = decidedQueue([1]);
    const replies = [list, read];
    const { user, stop } = await open('/consola/colas/modificaciones/7/1', replies, loggedIn('finance'));
    await screen.findByText('1300');
    await user.keyboard(key);
    expect(button(name)).toHaveFocus();
    expect(button(name)).toHaveAccessibleDescription(reason);
    stop();
  });

  test('the list of keys has those of the decision, with the reason', async () => {
    const { list, read } = decidedQueue([1]);
    const replies = [list, read];
    const { user, stop } = await open('/consola/colas/modificaciones/7/1', replies, loggedIn('finance'));
    await screen.findByText('1300');
    await user.keyboard('?');
    const keys = await dialog('Atajos de teclado');
    expect(within(keys).getAllByText(reason)).toHaveLength(2);
    expect(within(keys).getByText('Aprobar')).toBeVisible();
    stop();
  });
});
