import { expect, test } from 'vitest';
import { allActions, companyActions } from './activity-actions.ts';
import { providerDescription } from './sentence.ts';

test('a company can filter by what can happen in its account, and not by what concerns the provider', () => {
  const actions = companyActions().map(({ value }) => value);
  expect(actions).toEqual(expect.arrayContaining(['order.create', 'ops.client.block']));
  expect(actions).not.toContain('ops.tariff.publish');
});

test('the provider chooses between refused logins of clients and those to its console, a company reads only its own', () => {
  const label = (options: ReturnType<typeof allActions>, action = 'session.refused') =>
    options.find(({ value }) => value === action)?.label;
  expect(label(allActions(), 'ops.session.refused')).toBe('Personal: ingresos rechazados a la consola');
  expect(label(companyActions(), 'ops.session.refused')).toBeUndefined();
  expect(label(allActions())).toBe('Ingresos rechazados de clientes');
  expect(providerDescription('session.refused')).toBe('Ingresos rechazados de clientes');
  expect(label(companyActions())).toBe('Ingresos rechazados');
});

test('no two actions that can be chosen have the same text, and those of the provider say whose they are', () => {
  for (const options of [allActions(), companyActions()]) {
    const texts = options.map(({ label }) => label);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  }
  const labels = (options: ReturnType<typeof allActions>) =>
    options.filter(({ value }) => /^(ops\.)?person\.erase$/.test(value)).map(({ label }) => label);
  const own = 'Borró los datos de un destinatario';
  expect(labels(allActions())).toEqual([own, 'Personal: borró los datos de un destinatario']);
  expect(labels(companyActions())).toEqual([own, 'Tu proveedor: borró los datos de un destinatario']);
});

test('actions are offered by headings, those of companies first, and each heading once', () => {
  for (const options of [allActions(), companyActions()]) {
    const headings = options.map(({ group }) => group).filter((group, index, all) => group !== all[index - 1]);
    expect(new Set(headings).size).toBe(headings.length);
    expect(headings.every((heading) => /^[A-ZÓ][^\d_]+$/.test(heading) && !heading.includes('undefined'))).toBe(true);
    expect(
      Math.max(...headings.map((heading) => options.filter(({ group }) => group === heading).length)),
    ).toBeLessThan(20);
  }
  const groupIn = (options: ReturnType<typeof allActions>, action: string) =>
    options.find(({ value }) => value === action)?.group;
  expect(groupIn(companyActions(), 'order.cancel')).toBe('Órdenes y envíos');
  expect(groupIn(companyActions(), 'ops.event.record')).toBe('Tu proveedor: envíos y tareas');
  expect(groupIn(allActions(), 'order.cancel')).toBe('Clientes: órdenes y envíos');
  expect(groupIn(allActions(), 'ops.search')).toBe('Personal: envíos y tareas');
});
