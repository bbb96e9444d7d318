// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { login, recover } from '#shared/people/access.ts';
import { type Reply, refuse, reply } from '#test/screens/fake-gateway.ts';
import { loaded, openPortal, SESSION } from '#test/screens/open-portal.tsx';

const alert = () => document.querySelector<HTMLElement>('li[data-state=open]');
const titles = () =>
  [...document.querySelectorAll('li[data-state=open]')].map(
    ({ textContent }) => /Pasajero|En parte|El email no existe/.exec(textContent)?.[0],
  );
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

  test('about several acts of which some failed stay until somebody closes them', async () => {
    await openPortal('/login', { settings }, {});
    const { alerts } = await import('#web/kit/lib/alerts.ts');
    act(() => alerts.warning('En parte', 'Se pidió uno.', ['El envío A-2 no se pudo.']));
    await waitFor(() => expect(titles()).toEqual(['En parte']));
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    act(() => {
      alerts.warning('En parte', 'Se pidieron dos.', ['El envío B-2 no se pudo.']);
      alerts.warning('Pasajero', 'Se va solo.');
    });
    expect(titles()).toEqual(['En parte', 'En parte', 'Pasajero']);
    act(() => void vi.advanceTimersByTime(MINUTE_MS));
    vi.useRealTimers();
    await waitFor(() => expect(titles()).toEqual(['En parte', 'En parte']));
    fireEvent.click(within(alert() as HTMLElement).getByRole('button', { name: 'Cerrar' }));
    await waitFor(() => expect(titles()).toEqual(['En parte']));
  });

  test('that are equal are one, which stays as long as the last one', async () => {
    await openPortal('/login', { settings }, {});
    const { alerts } = await import('#web/kit/lib/alerts.ts');
    act(() => alerts.danger('Pasajero', 'No se pudo subir.'));
    await waitFor(() => expect(titles()).toEqual(['Pasajero']));
    act(() => {
      alerts.warning('En parte', 'Se pidió uno.', ['El envío A-2 no se pudo.']);
      alerts.danger('Pasajero', 'No se pudo subir.');
      alerts.danger('Pasajero', 'No se pudo subir.');
      alerts.warning('En parte', 'Se pidió uno.', ['El envío B-2 no se pudo.']);
    });
    await waitFor(() => expect(titles()).toEqual(['En parte', 'Pasajero', 'En parte']));
  });

  test('about a failed recovery show its first error, and close when it succeeds', async () => {
    const path = '/password-reset-request';
    const errors = ['El email no existe', 'Probá con otro'].map((message) => ({ field: '', message }));
    const replies = [refuse(recover, 422, 'Datos inválidos', errors)];
    const { user } = await openPortal(path, { replies, settings }, {});
    await user.type(screen.getByLabelText('Email'), 'ana@example.com');
    await user.click(screen.getByRole('button', { name: 'Enviar enlace' }));
    await waitFor(() => expect(titles()).toEqual(['El email no existe']));
    expect(screen.getByRole('main')).toHaveTextContent('El email no existe');
    expect(document.body).not.toHaveTextContent(/Probá con otro|Datos inválidos/);
    replies[0] = reply(recover, { message: 'Te enviamos un correo' });
    await user.click(screen.getByRole('button', { name: 'Enviar enlace' }));
    await waitFor(() => expect(screen.getByRole('main')).toHaveTextContent('Te enviamos un correo'));
    await waitFor(() => expect(titles()).toEqual([]));
    expect(document.body).not.toHaveTextContent('El email no existe');
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
