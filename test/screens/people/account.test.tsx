// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { COMMON_PASSWORD, modifyPassword } from '#shared/people/access.ts';
import { clientInfo, currentUser } from '#shared/people/account.ts';
import { readBuyerContact, saveBuyerContact } from '#shared/people/buyer-contact.ts';
import { type Reply, refuse, reply, sampleReply } from '#test/screens/fake-gateway.ts';
import { axeViolations, loaded, openPortal } from '#test/screens/open-portal.tsx';
import { alertAppears, bodiesOf, button, changes, field, write, writeAll } from '#test/screens/typing.ts';

const PERSON = {
  ...sampleReply(currentUser).results,
  username: 'diego',
  first_name: 'Diego',
  last_name: 'Arce',
  client_phone: '11 5555-0100',
  email: 'diego@example.com',
  client_company_name: 'Zapatería Quebracho',
};
const DIEGO = { ...PERSON, results: PERSON };

const NAMES = ['Usuario', 'Nombre', 'Apellido', 'Teléfono', 'Email', 'Empresa'];

async function openAccount(replies: Reply[] = [], settings = {}) {
  const name = { client_company_name: 'Zapatería Quebracho' };
  const company = reply(clientInfo, { ...name, results: name });
  const portal = await openPortal('/usuario', { replies: [...replies, company], settings });
  await loaded(portal.container);
  return portal;
}

/** What Mis Datos shows, by name. */
const facts = () =>
  Object.fromEntries(
    [...(document.querySelector('main dl')?.querySelectorAll('dt') ?? [])].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]),
  );

const password = () => screen.getByLabelText('Cambiar Contraseña', { selector: 'form' });

describe('Mis Datos', () => {
  test('shows username, names, telephone, e-mail and company, and has no form', async () => {
    const { container } = await openAccount([reply(currentUser, DIEGO)]);
    expect([...container.querySelectorAll('main h2')].map(({ textContent }) => textContent)).toEqual([
      'Mis Datos',
      'Equipo',
      'Acceso',
      'Direcciones de colecta',
      'Contacto para compradores',
      'Paquetes frecuentes',
      'Datos personales',
      'Atajos de teclado',
      'Ajustes de Impresión',
      'Cambiar Contraseña',
    ]);
    expect(Object.keys(facts())).toEqual(NAMES);
    expect(Object.values(facts())).toEqual([
      'diego',
      'Diego',
      'Arce',
      '11 5555-0100',
      'diego@example.com',
      'Zapatería Quebracho',
    ]);
    expect(container.querySelector('main dl')?.closest('section')?.querySelector('form')).toBeNull();
  });

  test('is in the side menu and in the user menu', async () => {
    const { user } = await openAccount([reply(currentUser, DIEGO)]);
    const inTheMenu = () => screen.getByText('Mi Cuenta', { selector: 'nav a, nav a *' }).closest('a') as HTMLElement;
    expect(inTheMenu()).toHaveAttribute('aria-current', 'page');
    await user.click(screen.getByText('Estadísticas', { selector: 'nav a, nav a *' }));
    await waitFor(() => expect(inTheMenu()).not.toHaveAttribute('aria-current'));
    await user.click(screen.getByText('Zapatería Quebracho').closest('button') as HTMLElement);
    await user.click(await screen.findByText('Mi Cuenta', { selector: '[role=menuitem], [role=menuitem] *' }));
    await waitFor(() => expect(window.location.pathname).toBe('/usuario'));
    await waitFor(() => expect(inTheMenu()).toHaveAttribute('aria-current', 'page'));
  });

  test('shows the token’s contents and sends no request if the gateway has no additions', async () => {
    const { received } = await openAccount([], { strict: true });
    expect(facts()).toEqual({ Usuario: 'ana', Empresa: 'Zapatería Quebracho' });
    expect(received.map(({ endpoint }) => endpoint)).not.toContain(currentUser);
  });

  test('reads the user from a foreign gateway, which may omit names', async () => {
    const person = { first_name: 'Bruno', last_name: null, client_phone: '11 4000-1000', email: 'bruno@example.com' };
    await openAccount([reply(currentUser, () => person)], { strict: true, foreign: true });
    expect(facts()).toMatchObject({ Usuario: 'ana', Nombre: 'Bruno', Teléfono: '11 4000-1000' });
  });

  test('shows the token’s contents if a foreign gateway has no user call', async () => {
    await openAccount([refuse(currentUser, 404, 'x')], { strict: true, foreign: true });
    expect(facts()).toEqual({ Usuario: 'ana', Empresa: 'Zapatería Quebracho' });
    expect(screen.queryByText(/No pudimos traer/)).toBeNull();
  });

  test('reports that the other data couldn’t be loaded, and loads them on retry', async () => {
    const replies = [refuse(currentUser, 422, 'x')];
    const { user } = await openPortal('/usuario', { replies });
    const failed = (await screen.findByText(/No pudimos traer el resto de tus datos/)).closest<HTMLElement>(
      '[role=alert]',
    );
    replies[0] = reply(currentUser, DIEGO);
    await user.click(button('Reintentar', failed));
    await waitFor(() => expect(facts()).toMatchObject({ Apellido: 'Arce' }));
    expect(failed).not.toBeInTheDocument();
  });
});

describe('Cambiar Contraseña', () => {
  const [CURRENT, NEW, AGAIN] = ['Contraseña actual', 'Nueva contraseña', 'Repetí la contraseña'] as const;

  test('shows missing and wrong input on the field and in a summary, and sends nothing', async () => {
    const { user, received } = await openAccount();
    expect(password()).toHaveTextContent('Usá números, letras mayúsculas y minúsculas, y un carácter especial.');
    const send = button('Cambiar contraseña');
    await user.click(send);
    await waitFor(() => expect(field(CURRENT)).toHaveAccessibleDescription('Debés escribir tu contraseña actual'));
    expect(field(NEW)).toHaveAccessibleDescription(/Debés escribir una contraseña\.$/);
    await waitFor(() => expect(field(CURRENT)).toHaveFocus());
    expect(password().querySelector('[role=alert]')).toHaveTextContent('Revisá estos 2 datos');

    writeAll({ [CURRENT]: '12345', [NEW]: '12345', [AGAIN]: '123456' });
    await user.click(send);
    const short = 'La contraseña es muy corta, mínimo 6 caracteres';
    await waitFor(() => expect(field(CURRENT)).toHaveAccessibleDescription(short));
    expect(field(NEW)).toHaveAccessibleDescription(new RegExp(`${short}$`));
    expect(field(AGAIN)).toHaveAccessibleDescription('La contraseña no coincide.');
    await user.click(within(password()).getByText(/^Repetí la contraseña/, { selector: 'a, a *' }));
    await waitFor(() => expect(field(AGAIN)).toHaveFocus());
    write(NEW, '123456');
    await waitFor(() => expect(field(AGAIN)).not.toHaveAttribute('aria-invalid'));
    expect(changes(received)).toEqual([]);
  });

  test('a password that the gateway refuses is marked at its field', async () => {
    const message = COMMON_PASSWORD;
    const replies: Reply[] = [refuse(modifyPassword, 422, message, [{ field: 'newPassword', message }])];
    const { user } = await openPortal('/usuario', { replies });
    await screen.findByLabelText(CURRENT);
    writeAll({ [CURRENT]: 'la-correcta', [NEW]: 'trustno1', [AGAIN]: 'trustno1' });
    await user.click(button('Cambiar contraseña'));
    await waitFor(() => expect(field(NEW)).toHaveFocus());
    // The error alone, without the praise of its length or a second warning.
    expect(field(NEW)).toHaveAccessibleDescription(new RegExp(`^\\s*${message}$`));
  });

  test('a password that the gateway will refuse isn’t praised while it is typed', async () => {
    const { user } = await openAccount();
    await user.type(field(NEW), 'Contraseña123');
    await waitFor(() => expect(field(NEW)).toHaveAccessibleDescription(COMMON_PASSWORD));
    await user.clear(field(NEW));
    await user.type(field(NEW), 'Mate amargo y 3 medialunas');
    await waitFor(() => expect(field(NEW)).toHaveAccessibleDescription('Contraseña fuerte'));
  });

  test.each([false, true])('shows why a change is refused and keeps the input, strict %s', async (strict) => {
    const message = 'La contraseña actual no es correcta';
    const replies: Reply[] = [refuse(modifyPassword, 400, message, [{ field: 'currentPassword', message }])];
    const { user, received } = await openPortal('/usuario', { replies, settings: { strict } });
    await screen.findByLabelText(CURRENT);
    writeAll({ [CURRENT]: 'equivocada', [NEW]: 'mateya', [AGAIN]: 'mateya' });
    expect(within(password()).getByText('Contraseña débil')).toBeInTheDocument();
    await user.click(button('Cambiar contraseña'));
    await alertAppears(message);
    await waitFor(() => expect(field(CURRENT)).toHaveFocus());
    expect(field(CURRENT)).toHaveAccessibleDescription(message);
    expect(password().querySelector('[role=alert]')).toHaveTextContent(`${CURRENT}: ${message}`);
    expect(field(CURRENT)).toHaveValue('equivocada');
    expect(field(NEW)).toHaveValue('mateya');

    replies.shift();
    write(CURRENT, 'la-correcta');
    await user.click(button('Cambiar contraseña'));
    await alertAppears('Contraseña modificada correctamente');
    expect(bodiesOf(received, modifyPassword).at(-1)).toEqual({
      currentPassword: 'la-correcta',
      newPassword: 'mateya',
    });
    for (const label of [CURRENT, NEW, AGAIN]) {
      await waitFor(() => expect(field(label)).toHaveValue(''));
      expect(field(label)).not.toHaveAttribute('aria-invalid');
    }
    expect(field(CURRENT)).toHaveFocus();
    await user.keyboard('a');
    expect(field(CURRENT)).not.toHaveAttribute('aria-invalid');
  });
});

describe('the contact for buyers', () => {
  const form = () => screen.getByLabelText('Contacto para compradores', { selector: 'form' });
  const stored = (contact: { email: string; phone: string }) => [
    reply(readBuyerContact, () => ({ results: contact })),
    reply(saveBuyerContact, ({ body }) => ({
      message: 'Tus compradores ya ven el contacto',
      results: Object.assign(contact, body),
    })),
  ];

  test('is shown, checked field by field, and saved', async () => {
    const { user, received, container } = await openAccount(stored({ email: 'hola@mates.example', phone: '' }));
    expect(field('Email', form())).toHaveValue('hola@mates.example');
    writeAll({ Email: 'hola', Teléfono: '123' }, form());
    await user.click(button('Guardar', form()));
    await waitFor(() => expect(field('Email', form())).toHaveAccessibleDescription('El email es inválido'));
    expect(field('Teléfono', form())).toHaveAccessibleDescription('El teléfono es inválido');
    expect(changes(received)).toEqual([]);

    writeAll({ Email: '', Teléfono: '11 4444-5555' }, form());
    await user.click(button('Guardar', form()));
    await alertAppears('Tus compradores ya ven el contacto');
    expect(bodiesOf(received, saveBuyerContact)).toEqual([{ email: '', phone: '11 4444-5555' }]);
    await waitFor(() => expect(field('Teléfono', form())).toHaveValue('11 4444-5555'));
    expect(await axeViolations(container)).toEqual([]);
  });

  test('is refused to a role that may not change the company, with the reason', async () => {
    const viewer = { ...PERSON, role: 'viewer' as const };
    await openAccount([reply(currentUser, { ...viewer, results: viewer }), ...stored({ email: '', phone: '' })]);
    expect(button('Guardar', form())).toHaveAttribute('aria-disabled', 'true');
  });

  test('is hidden with a strict gateway', async () => {
    await openAccount([], { strict: true });
    expect(screen.queryByText('Contacto para compradores')).toBeNull();
  });
});

test('a switch turns single-key shortcuts off and on, and is remembered', async () => {
  const { user, container } = await openAccount();
  const box = () => field('Usar atajos de una sola tecla');
  await user.click(box());
  expect(box()).not.toBeChecked();
  await user.click(container.querySelector('h1') as HTMLElement);
  await user.keyboard('n');
  expect(window.location.pathname).toBe('/usuario');
  const kept = Object.fromEntries(Object.entries(localStorage)) as Record<string, string>;

  const again = await openPortal('/usuario', {}, kept);
  await loaded(again.container);
  const [, second] = screen.getAllByLabelText<HTMLInputElement>('Usar atajos de una sola tecla');
  expect(second).not.toBeChecked();
  await again.user.click(second as HTMLElement);
  await again.user.click(again.container.querySelector('h1') as HTMLElement);
  await again.user.keyboard('n');
  await waitFor(() => expect(window.location.pathname).toBe('/ordenes/nueva-orden'));
});
