// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { login } from '#shared/access.ts';
import { type Reply, reply } from './fake-gateway.ts';
import { loaded, openPortal, SESSION } from './open-portal.tsx';

const alert = () => document.querySelector<HTMLElement>('li[data-state=open]');
const password = () => screen.getByLabelText('Contraseña', { selector: 'input' });

/** Types into the login's form and sends it. */
async function enter(user: UserEvent): Promise<void> {
  await user.click(screen.getByLabelText('Usuario'));
  await user.paste('anagomez');
  await user.click(password());
  await user.paste('portal2026');
  await user.click(screen.getByRole('button', { name: 'Entrar' }));
}

const answered = (body: object, status: number): Reply => ({
  endpoint: login,
  respond: () => Response.json(body, { status }),
});

describe.each([
  ['our own gateway', { strict: false }],
  ['a foreign gateway', { strict: true, foreign: true }],
])('Alerts with %s', (_whose, settings) => {
  test('close when the person leaves the screen, unless their action opens the next one', async () => {
    const replies = [reply(login, { success: true, token: SESSION.token as string, message: '' } as never)];
    const { container, user } = await openPortal('/login', { replies, settings }, {});
    await enter(user);
    await waitFor(() => expect(window.location.pathname).toBe('/estadisticas'));
    await waitFor(() => expect(alert(), 'the login changed the screen').toHaveTextContent('Ingreso Exitoso'));
    await loaded(container);
    await user.click(await screen.findByRole('link', { name: 'Envíos' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Envíos'));
    await waitFor(() => expect(alert()).toBeNull());
  });

  test('about a failed login stay on the page, and the password field gets the focus', async () => {
    const refused = { success: false, message: 'El usuario o la contraseña no son correctos' };
    const { user } = await openPortal('/login', { replies: [answered(refused, 400)], settings }, {});
    await enter(user);
    await waitFor(() => expect(alert()).toHaveTextContent('Error de ingreso'));
    await waitFor(() => expect(password()).toHaveFocus());
    fireEvent.click(within(alert() as HTMLElement).getByRole('button', { name: 'Cerrar' }));
    await waitFor(() => expect(alert()).toBeNull());
    expect(screen.getByRole('main')).toHaveTextContent(refused.message);
  });
});
