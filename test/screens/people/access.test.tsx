// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { activate, login, sendActivationMail } from '#shared/people/access.ts';
import { type Reply, refuse, reply } from '#test/screens/fake-gateway.ts';
import { axeViolations, openPortal, SESSION } from '#test/screens/open-portal.tsx';
import { bodiesOf, button, buttons, changes, dialog, dialogsClosed, field, write } from '#test/screens/typing.ts';

const INSIDE = [
  '/estadisticas',
  '/ordenes',
  '/ordenes/nueva-orden',
  '/ordenes/editar/1',
  '/ordenes/detalle/1',
  '/envios',
  '/envios/detalle/1/1',
  '/carga-masiva',
  '/carga-masiva/detalle/1',
  '/logistica-inversa',
  '/productos',
  '/calculadora',
  '/usuario',
  '/pagos',
  '/fulfillment',
  '/stock',
];

const SENT = 'Si el email está registrado, te enviamos el enlace de activación';
const mail = reply(sendActivationMail, { message: SENT });

const open = (path: string, replies: Reply[] = [], strict = false) =>
  openPortal(path, { replies, settings: { strict } }, {});

test('every screen sends a visitor to the login', async () => {
  for (const path of INSIDE) {
    const { received } = await open(path);
    await waitFor(() => expect(window.location.pathname, path).toBe('/login'));
    expect(received, path).toEqual([]);
    cleanup();
  }
});

test.each([
  ['/ordenes?estado=con_problema&limit=20#fin', '/ordenes?estado=con_problema&limit=20#fin'],
  ['/login', '/estadisticas'],
])('after the login a visitor of %s sees %s', async (asked, shown) => {
  const { user } = await open(asked, [reply(login, { success: true, token: SESSION.token ?? '', message: '' })]);
  await screen.findByLabelText('Usuario');
  write('Usuario', 'sofia');
  write('Contraseña', 'quebracho7');
  await user.click(button('Entrar'));
  await waitFor(() => expect(window.location.href.slice(window.location.origin.length)).toBe(shown));
});

test('the open step of the registration has its number, and the later ones a padlock', async () => {
  const { user } = await open('/login');
  await user.click(button('Registrate'));
  await screen.findByLabelText('Apellido');
  const steps = [...document.querySelectorAll('[role=dialog] h3 button')];
  expect(steps.map((step) => step.querySelector('svg') !== null)).toEqual([false, true, true, true]);
  expect(steps[0]).toHaveTextContent(/^1/);
});

test('the login marks missing fields and sends nothing', async () => {
  const { user, received } = await open('/login');
  await user.click(button('Entrar'));
  await waitFor(() => expect(field('Usuario')).toHaveAccessibleDescription('Usuario Requerido'));
  expect(field('Contraseña')).toHaveAccessibleDescription('Contraseña Requerida');
  await waitFor(() => expect(field('Usuario')).toHaveFocus());
  write('Usuario', 'abc');
  write('Contraseña', '12345');
  await user.click(button('Entrar'));
  await waitFor(() => expect(field('Usuario')).toHaveAccessibleDescription('El usuario es muy corto'));
  expect(field('Contraseña')).toHaveAccessibleDescription('La contraseña es muy corta');
  expect(changes(received)).toEqual([]);
});

test('the login offers no registration while the provider has closed it', async () => {
  await openPortal('/login', { settings: { registration: 'closed' } }, {});
  await waitFor(() => expect(buttons('Registrate')).toEqual([]));
  expect(button('Entrar')).toBeVisible();
});

test('the registration keeps its input when it is closed and opened again', async () => {
  const { user } = await open('/login');
  const opener = button('Registrate');
  await user.click(opener);
  await screen.findByLabelText('Apellido');
  write('Nombre', 'Sofía');
  await user.click(button('Continuar'));
  await screen.findByText('El telefono es obligatorio');
  await user.keyboard('{Escape}');
  await dialogsClosed();
  await waitFor(() => expect(opener).toHaveFocus());
  await user.click(opener);
  await screen.findByLabelText('Apellido');
  expect(field('Nombre')).toHaveValue('Sofía');
});

describe.each([false, true])('an account that isn’t active yet, strict %s', (strict) => {
  test('can request another activation mail from the login', async () => {
    const refusal: Reply = {
      endpoint: login,
      respond: () => Response.json({ success: false, message: 'Tu cuenta todavía no está activada' }, { status: 400 }),
    };
    const { container, user, received } = await open('/login', [refusal, mail], strict);
    write('Usuario', 'sofia');
    write('Contraseña', 'quebracho7');
    await user.click(button('Entrar'));
    await waitFor(() =>
      expect(container.querySelector('main')).toHaveTextContent('Tu cuenta todavía no está activada'),
    );
    await user.click(button('¿No activaste tu cuenta? Pedí otro email'));
    const asked = await dialog('Email de activación');
    expect(await axeViolations(document.body)).toEqual([]);
    write('Email', 'sofia@example.com', asked);
    await user.click(button('Reenviar Email', asked));
    await waitFor(() => expect(asked.querySelector('[role=status]')).toHaveTextContent(SENT));
    expect(button('Podrá Reenviar en 20', asked)).toHaveAttribute('aria-disabled', 'true');
    expect(bodiesOf(received, sendActivationMail)).toEqual([{ email: 'sofia@example.com' }]);
    await user.click(button('Cerrar', asked));
    await dialogsClosed();
  });

  test('begins with the user name of the account that was just activated', async () => {
    const activated = reply(activate, { code: 200, message: 'Activada', ...(!strict && { username: 'sofia' }) });
    const { container, user } = await open('/activation/hash', [activated], strict);
    await waitFor(() => expect(container.querySelector('main')).toHaveTextContent('La cuenta se activó correctamente'));
    await user.click(screen.getByText('Ir al login'));
    expect(await screen.findByLabelText('Usuario')).toHaveValue(strict ? '' : 'sofia');
  });

  test.each([
    ['503', refuse(activate, 503, '')],
    ['200 with the code 503', reply(activate, { code: 503, message: '' })],
    ['429', refuse(activate, 429, 'Probá de nuevo en un minuto')],
  ])('isn’t told that its link expired while the gateway answers %s, and can try again', async (_what, failure) => {
    const replies: Reply[] = [failure];
    const { container, user, received } = await open('/activation/hash', replies, strict);
    const main = container.querySelector('main');
    await waitFor(() => expect(main).toHaveTextContent('Error en la activación de la cuenta'));
    expect(main).toHaveTextContent(/El servicio no está disponible|Probá de nuevo en un minuto/);
    expect(main).not.toHaveTextContent('venció');
    expect(await axeViolations(container)).toEqual([]);
    replies[0] = reply(activate, { code: 200, message: 'Activada' });
    await user.click(button('Reintentar'));
    await waitFor(() => expect(main).toHaveTextContent('La cuenta se activó correctamente'));
    expect(bodiesOf(received, activate)).toEqual([{ token: 'hash' }, { token: 'hash' }]);
  });

  test('can request an activation mail from an expired link, whose page links to the login', async () => {
    const replies = [refuse(activate, 422, 'x'), mail];
    const { container, user, received } = await open('/activation/usado-o-vencido', replies, strict);
    const main = container.querySelector('main');
    await waitFor(() => expect(main).toHaveTextContent('Error en la activación de la cuenta'));
    expect(main).toHaveTextContent('Si ya activaste tu cuenta, ingresá con tu usuario. Si no, pedí otro enlace.');
    expect(await axeViolations(container)).toEqual([]);
    write('Email', 'sofia@example.com');
    await user.click(button('Reenviar Email'));
    await screen.findByText(SENT);
    expect(bodiesOf(received, sendActivationMail)).toEqual([{ email: 'sofia@example.com' }]);
    await user.click(screen.getByText('Ir al login'));
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
  });
});
