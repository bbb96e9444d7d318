// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { rate } from '#shared/money/rates.ts';
import { provincesOfZipCode } from '#shared/orders/lookups.ts';
import { type Reply, refuse, reply, sampleReply } from '#test/screens/fake-gateway.ts';
import { axeViolations, openPortal } from '#test/screens/open-portal.tsx';
import { ZIP_TABLE } from '#test/screens/orders/zip-table.ts';
import { alertAppears, bodiesOf, button, field, optionsOf, write, writeAll } from '#test/screens/typing.ts';

const SHIPMENT = { Largo: '50', Alto: '30', Ancho: '40', Peso: '1.000' };

const RESULTS = {
  ...sampleReply(rate).results,
  shipping_cost: 5000.5,
  insurance_cost: 425,
  tax: 1139.36,
  final_value: 6564.86,
  currency: 'ARS',
  min_delivery_date: '2026-06-12',
  max_delivery_date: '2026-06-17',
};

async function openCalculator({ replies = [] as Reply[], strict = false } = {}) {
  replies.push(reply(rate, { results: RESULTS }), ...ZIP_TABLE);
  return openPortal('/calculadora', { replies, settings: { strict } });
}

const quotation = () => screen.getByLabelText('Cotización');

/** Returns the amount next to a name in the quotation. */
function figure(name: string): string | undefined {
  const entry = [...quotation().querySelectorAll('dl > div')].find(({ textContent }) => textContent.startsWith(name));
  return entry?.querySelector('dd')?.textContent.replaceAll('\u00a0', ' ');
}

describe.each([false, true])('the calculator, strict %s', (strict) => {
  test('quotes a delivery with its price, the charged weight and the delivery date', async () => {
    const { container, user, received } = await openCalculator({ strict });
    write('Código postal', '500');
    write('Código postal', '5000');
    await waitFor(() => expect(field('Provincia')).toHaveValue('Córdoba'));
    const lookups = received.filter(({ endpoint }) => endpoint === provincesOfZipCode);
    expect(lookups.map(({ query }) => query)).toEqual([{ 'filter[code]': '5000' }]);
    writeAll({ ...SHIPMENT, 'Valor declarado': '85.000' });
    await user.click(button('Calcular'));
    await waitFor(() => expect(figure('Valor del envío')).toBe('$ 5.000,50'));
    expect(bodiesOf(received, rate)).toEqual([
      {
        delivery_mode: 1,
        zip_code: '5000',
        province: 'Córdoba',
        packages: [{ width: 40, height: 30, length: 50, real_weight: 1, gross_price: 85_000 }],
      },
    ]);
    expect(figure('Seguro')).toBe('$ 425,00');
    expect(figure('IVA')).toBe('$ 1.139,36');
    expect(quotation().querySelector('.total-amount')).toHaveTextContent('$ 6.564,86');
    expect(figure('Moneda')).toBe('ARS');
    expect(figure('Peso real')).toBe('1 kg');
    expect(figure('Peso volumétrico')).toContain('12 kg');
    expect(figure('Entrega mínima estimada')).toContain('12/06/2026');
    expect(figure('Entrega máxima estimada')).toContain('17/06/2026');
    expect(quotation()).toHaveTextContent('Se cobra por volumen: 12 kg, porque supera el peso real (1 kg).');
    expect(quotation()).toHaveTextContent('Las fechas cuentan desde el estado Retirado');

    write('Peso', '14000');
    expect(quotation()).toHaveTextContent('Cambiaste los datos.');
    expect(await axeViolations(container)).toEqual([]);
    await user.click(button('Volvé a calcular'));
    await waitFor(() => expect(quotation()).not.toHaveTextContent('Cambiaste los datos.'));
    expect(bodiesOf(received, rate)).toMatchObject([{}, { packages: [{ real_weight: 14 }] }]);
    expect(quotation()).toHaveTextContent('Se cobra por peso: 14 kg, porque supera el peso volumétrico (12 kg).');

    write('Peso', '900000');
    write('Largo', '5');
    await user.click(button('Calcular'));
    await waitFor(() =>
      expect(quotation()).toHaveTextContent(/pesa 900 kg en 5 × 40 × 30 cm, más que si fuera de plomo/),
    );

    await user.click(button('Limpiar'));
    expect(field('Código postal')).toHaveFocus();
    for (const label of ['Código postal', 'Provincia', 'Largo', 'Peso', 'Valor declarado']) {
      expect(field(label)).toHaveValue('');
    }
    expect(quotation()).toHaveTextContent('Completá los datos');
  });
});

test('missing and wrong input is marked on its field, and nothing is sent', async () => {
  const { user, received } = await openCalculator();
  await user.click(button('Calcular'));
  await screen.findByText('Revisá estos 6 datos');
  for (const [label, message] of [
    ['Código postal', 'Este dato es obligatorio'],
    ['Provincia', 'Este dato es obligatorio'],
    ['Largo', 'El largo es obligatorio'],
    ['Alto', 'El alto es obligatorio'],
    ['Ancho', 'El ancho es obligatorio'],
    ['Peso', 'Este dato es obligatorio'],
  ] as const) {
    expect(field(label)).toHaveAccessibleDescription(new RegExp(`${message}$`));
  }
  await waitFor(() => expect(field('Código postal')).toHaveFocus());
  write('Código postal', '500');
  await waitFor(() => expect(field('Código postal')).toHaveAccessibleDescription('El código postal no es válido'));
  write('Código postal', '5000');
  await waitFor(() => expect(field('Provincia')).toHaveValue('Córdoba'));
  for (const label of ['Código postal', 'Provincia']) {
    await waitFor(() => expect(field(label)).not.toHaveAttribute('aria-invalid'));
  }
  expect(bodiesOf(received, rate)).toEqual([]);
});

test('a refused quotation keeps the input and marks the field', async () => {
  const replies: Reply[] = [
    refuse(rate, 422, 'No se pudo cotizar', [{ field: 'packages[0].real_weight', message: 'Es demasiado pesado' }]),
  ];
  const { user } = await openCalculator({ replies });
  write('Código postal', '5000');
  writeAll(SHIPMENT);
  await waitFor(() => expect(field('Provincia')).toHaveValue('Córdoba'));
  await user.click(button('Calcular'));
  await alertAppears('No se pudo cotizar');
  await alertAppears('Peso: Es demasiado pesado');
  expect(field('Peso')).toHaveAccessibleDescription('Es demasiado pesado');
  await waitFor(() => expect(field('Peso')).toHaveFocus());
  replies[0] = refuse(rate, 500, 'Se rompió');
  await user.clear(field('Peso'));
  await user.keyboard('900{Enter}');
  await alertAppears('Se rompió');
  expect(field('Largo')).toHaveValue('50');
  expect(field('Provincia')).toHaveValue('Córdoba');
  replies.shift();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(figure('Peso real')).toBe('0,9 kg'));
});

test('a postal code of several provinces offers those, an unknown one offers every province of its region', async () => {
  const names = ['Buenos Aires', 'La Pampa'];
  const replies = [reply(provincesOfZipCode, { results: { provinces: names.map((name) => ({ name })) } })];
  const { user } = await openCalculator({ replies });
  write('Código postal', '6360');
  await waitFor(() => expect(optionsOf(field('Provincia'))).toEqual(['Elegí una provincia', ...names]));
  expect(field('Provincia')).toHaveValue('');
  expect(field('Provincia')).toHaveAccessibleDescription('Ese código postal está en 2 provincias: elegí una');
  await user.selectOptions(field('Provincia'), 'La Pampa');
  write('Código postal', 'B6360ABC');
  await waitFor(() => expect(field('Provincia')).toHaveValue('Buenos Aires'));

  replies[0] = refuse(provincesOfZipCode, 500, 'x');
  write('Código postal', '9999');
  const region = ['Elegí una provincia', 'Chubut', 'Santa Cruz', 'Tierra del Fuego'];
  await waitFor(() => expect(optionsOf(field('Provincia'))).toEqual(region));
  expect(field('Provincia')).toHaveAccessibleDescription('No encontramos ese código postal: elegí la provincia');
  expect(field('Provincia')).toHaveValue('');
});
