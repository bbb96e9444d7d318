// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { recordEvents } from '#shared/orders/staff-events.ts';
import { currentStaff, staffLogin } from '#shared/people/staff-sessions.ts';
import type { Reply } from '#test/screens/fake-gateway.ts';
import { loggedIn } from '#test/screens/open-console.tsx';
import { consoleErrors } from '#test/screens/open-portal.tsx';
import { button, choose, field, write } from '#test/screens/typing.ts';
import {
  gateway,
  json,
  labels,
  newLabel,
  OPERATIONS,
  open,
  openList,
  paste,
  rowsOf,
  scan,
  sentOf,
} from './console-events.ts';

describe('sending that stops in the middle', () => {
  test('after a lost answer repeats the same events and records none twice', async () => {
    const all = labels(1500);
    let calls = 0;
    const flaky: Reply = {
      endpoint: recordEvents,
      respond: (request) => {
        calls += 1;
        if (calls === 2) throw new TypeError('the answer got lost');
        return gateway(() => (calls === 3 ? 'repeated' : 'recorded')).respond(request);
      },
    };
    const { user, received } = await open([flaky]);
    choose('Estado', 'Retirado');
    paste(all.join('\n'));
    await screen.findByText('1.500 listas');
    fireEvent.click(button('Registrar 1.500 eventos'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Se registraron 1.000 de 1.500.');
    await user.click(button('Seguir con los 500 eventos que faltan'));
    await screen.findByText('1.000 registrados, 500 repetidos, 0 rechazados');
    const [, lost, again] = sentOf(received);
    expect(again).toEqual(lost);
  });

  test('because the session ended goes on after the login, and keeps what was scanned meanwhile', async () => {
    const all = labels(1200);
    const scanned = newLabel();
    let open_ = true;
    let calls = 0;
    const replies: Reply[] = [
      {
        endpoint: currentStaff,
        respond: (request) => (open_ ? OPERATIONS.respond(request) : json({ results: null })),
      },
      {
        endpoint: recordEvents,
        respond: async (request) => {
          calls += 1;
          if (calls !== 2) return gateway().respond(request);
          open_ = false;
          return json({ message: 'Tu sesión terminó', errors: [] }, 401);
        },
      },
      {
        endpoint: staffLogin,
        respond: () => {
          open_ = true;
          return json({ results: { second_factor: 'done', token: null } });
        },
      },
    ];
    const { user } = await openList(replies);
    await screen.findByLabelText('Lista pegada');
    choose('Estado', 'Retirado');
    paste(all.join('\n'));
    await screen.findByText('1.200 listas');
    fireEvent.click(button('Registrar 1.200 eventos'));
    scan(scanned);
    await screen.findByRole('dialog', { name: 'Tu sesión terminó' });
    write('Email', 'laura@proveedor.example');
    write('Contraseña', 'una contraseña');
    await user.click(button('Entrar'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Se registraron 1.000 de 1.200. Tu sesión terminó');
    expect(rowsOf('Filas por registrar')).toEqual([['Escaneado, fila 1', scanned, 'Retirado', '-', 'Lista']]);
    await user.click(button('Seguir con los 200 eventos que faltan'));
    await screen.findByText('1.200 registrados, 0 repetidos, 0 rechazados');
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
  });

  test('because the session ended shows nothing of it to another person who logs in', async () => {
    let person = 1;
    const someone: Reply = {
      endpoint: currentStaff,
      respond: (request) =>
        person === 0 ? json({ results: null }) : loggedIn('operations', { id: person }).respond(request),
    };
    const ended: Reply = {
      endpoint: recordEvents,
      respond: () => {
        person = 0;
        return json({ message: 'Tu sesión terminó', errors: [] }, 401);
      },
    };
    const login: Reply = {
      endpoint: staffLogin,
      respond: () => {
        person = 2;
        return json({ results: { second_factor: 'done', token: null } });
      },
    };
    const { user } = await openList([someone, ended, login]);
    await screen.findByLabelText('Lista pegada');
    choose('Estado', 'Retirado');
    paste(newLabel());
    await screen.findByText('1 lista');
    fireEvent.click(button('Registrar 1 evento'));
    scan(newLabel());
    await screen.findByRole('dialog', { name: 'Tu sesión terminó' });
    write('Email', 'otra@proveedor.example');
    write('Contraseña', 'una contraseña');
    await user.click(button('Entrar'));
    await screen.findByLabelText('Lista pegada');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('table')).toBeNull();
    expect(field('Estado')).toHaveValue('');
  });
});

describe('a scanner', () => {
  test('counts wherever the focus is, and leaves other fields as they were', async () => {
    const [a = '', b = '', c = '', d = ''] = labels(4);
    const { user } = await open();
    expect(field('Etiqueta')).toHaveFocus();
    scan(a);
    button('Elegir archivo').focus();
    scan(b);
    expect(field('Etiqueta')).toHaveFocus();
    write('Motivo', 'Sin novedad');
    act(() => field('Motivo').focus());
    scan(`https://remito.example/seguimiento/${c}`);
    expect(field('Motivo')).toHaveValue('Sin novedad');
    choose('Estado', 'Retirado');
    act(() => field('Estado').focus());
    scan(d);
    expect(field('Estado')).toHaveValue('retirado');
    await screen.findByText('4 listas');
    expect(rowsOf('Filas por registrar').map(([place, text]) => [place, text])).toEqual([
      ['Escaneado, fila 1', a],
      ['Escaneado, fila 2', b],
      ['Escaneado, fila 3', `https://remito.example/seguimiento/${c}`],
      ['Escaneado, fila 4', d],
    ]);
    await user.click(button('Quitar el último'));
    await screen.findByText('3 listas');
    await user.click(button('Quitar todos'));
    expect(consoleErrors).toEqual([]);
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('is told from a person, who types a label into a field more slowly', async () => {
    const label = newLabel();
    await open();
    act(() => field('Motivo').focus());
    scan(label, 150);
    expect(field('Motivo')).toHaveValue(label);
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('in the console’s search opens the shipment instead', async () => {
    await open();
    act(() => field('Buscar envíos').focus());
    scan(newLabel());
    await waitFor(() => expect(window.location.pathname).toMatch(/^\/consola\/envio\//));
  });
});
