// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { BACKGROUND_HEADER } from '#shared/kit/http/endpoint.ts';
import { createProduct, updateProduct } from '#shared/orders/product/new-product.ts';
import { listProducts, type Product, productCategories } from '#shared/orders/product/products.ts';
import { layOutForPhone } from '#test/screens/browser-windows.ts';
import { type ReceivedRequest, type Reply, refuse, reply } from '#test/screens/fake-gateway.ts';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';
import { product } from '#test/screens/orders/order-form.ts';
import {
  bodiesOf,
  button,
  buttons,
  choose,
  dialog,
  dialogsClosed,
  field,
  write,
  writeAll,
} from '#test/screens/typing.ts';
import { PRODUCT_MESSAGES, writeProduct } from './product-form.ts';

const CATEGORIES = [
  { id: '1', name: 'Indumentaria y calzado' },
  { id: '8', name: 'Otros' },
];

const CREATED = { message: '', results: { id: 1 } };

/** Responds with pages of ten products, filtered by part of the SKU. */
const catalogue = (products: readonly Product[]): Reply =>
  reply(listProducts, ({ query }) => {
    const found = products.filter(({ sku }) => sku.includes((query['filter[sku]'] ?? '').toUpperCase()));
    const page = Number(query.page ?? 1);
    const pages = Math.max(1, Math.ceil(found.length / 10));
    const results = found.slice((page - 1) * 10, page * 10);
    return { results, pagination: { page, pages, total: found.length, limit: 10 } };
  });

interface Options {
  products?: Product[];
  replies?: Reply[];
  strict?: boolean;
  path?: string;
}

async function openProducts({ products = [], replies = [], strict = false, path = '/productos' }: Options = {}) {
  replies.push(catalogue(products), reply(productCategories, { results: CATEGORIES }));
  const portal = await openPortal(path, { replies, settings: { strict } });
  await loaded(portal.container);
  return portal;
}

const many = (count: number) => Array.from({ length: count }, (_, index) => product(index + 1, `P-${index + 1}`));
const rows = () => [...document.querySelectorAll<HTMLElement>('main tbody tr')];

/** Returns the list's queries, without prefetched ones. */
const listed = (received: readonly ReceivedRequest[]) =>
  received
    .filter(({ endpoint, headers }) => endpoint === listProducts && !headers.has(BACKGROUND_HEADER))
    .map(({ query }) => query);

describe.each([false, true])('the catalogue, strict %s', (strict) => {
  test('is filtered by SKU, description and category, which stay in the address, and has pages', async () => {
    const products = [...many(11), product(20, 'REM-1')];
    const { container, user, received } = await openProducts({ products, strict, path: '/estadisticas' });
    await user.keyboard('gp');
    await waitFor(() => expect(rows()[0]).toHaveTextContent('P-1'));
    expect(rows()).toHaveLength(10);
    expect(window.location.pathname).toBe('/productos');
    expect(listed(received)[0]).toEqual({ page: '1', limit: '10' });
    expect([...container.querySelectorAll('main thead th')].map(({ textContent }) => textContent)).toEqual([
      'SKU',
      'Descripción',
      'Categoría',
      'Valor',
      'Peso',
      'Largo × Alto × Ancho',
      'Activo',
      'Acciones',
    ]);
    // The import call is an addition to the specifications.
    expect(buttons('Importar CSV')).toHaveLength(strict ? 0 : 1);
    await user.click(button('Página siguiente'));
    await waitFor(() => expect(window.location.search).toBe('?page=2'));
    writeAll({ SKU: 'rem-', Descripción: 'ALGODON negro' });
    choose('Categoría', 'Indumentaria y calzado');
    const before = listed(received).length;
    await user.type(field('SKU'), '{Enter}');
    await waitFor(() => expect(window.location.search).toBe('?sku=rem-&descripcion=ALGODON+negro&categoria=1'));
    await waitFor(() => expect(rows()).toHaveLength(1));
    const filter = { 'filter[sku]': 'rem-', 'filter[description]': 'ALGODON negro', 'filter[category]': '1' };
    expect(listed(received)[before]).toEqual({ page: '1', limit: '10', ...filter });

    const { search } = window.location;
    cleanup();
    const again = await openProducts({ products, strict, path: `/productos${search}` });
    expect(field('Descripción')).toHaveValue('ALGODON negro');
    await again.user.click(button('Quitar filtro Categoría Indumentaria y calzado'));
    await waitFor(() => expect(window.location.search).toBe('?sku=rem-&descripcion=ALGODON+negro'));
    write('SKU', 'no existe');
    await again.user.click(button('Buscar'));
    expect(await screen.findByText('No se encontraron resultados')).toBeInTheDocument();
    expect(screen.getByText('Por favor, aplique otros filtros')).toBeInTheDocument();
    await again.user.click(button('Limpiar filtros'));
    await waitFor(() => expect(rows()).toHaveLength(10));
  });
});

describe('a product', () => {
  test('is refused with missing and wrong input marked on each field', async () => {
    const { user, received } = await openProducts();
    await user.click(button('Crear tu primer producto'));
    const open = await dialog('Nuevo Producto');
    await user.click(button('Guardar', open));
    await waitFor(() => {
      for (const [label, message] of Object.entries(PRODUCT_MESSAGES)) {
        expect(field(label, open)).toHaveAccessibleDescription(message);
      }
    });
    await waitFor(() => expect(field('SKU', open)).toHaveFocus());
    for (const [wrong, length, value] of [
      ['-1', 'El largo no es válido', 'El valor debe ser mayor a 0'],
      ['0', 'El largo no es válido', 'El valor debe ser mayor a 0'],
      ['1,5', 'Ingresá centímetros enteros, sin decimales', 'Ingresá pesos enteros, sin centavos'],
      ['12,000', 'Ingresá centímetros enteros, sin decimales', 'Ingresá pesos enteros, sin centavos'],
      ['0.500', 'Ingresá centímetros enteros, sin decimales', 'Ingresá pesos enteros, sin centavos'],
      ['abc', 'Ingresá un número', 'Ingresá un número'],
    ] as const) {
      writeAll({ Valor: wrong, Largo: wrong }, open);
      await waitFor(() => expect(field('Largo', open)).toHaveAccessibleDescription(length));
      await waitFor(() => expect(field('Valor', open)).toHaveAccessibleDescription(value));
    }
    expect(bodiesOf(received, createProduct)).toEqual([]);
  });

  test('of a strict gateway is refused with the one text of each field, whatever is wrong with its number', async () => {
    const { user, received } = await openProducts({ strict: true });
    await user.click(button('Crear tu primer producto'));
    const open = await dialog('Nuevo Producto');
    await user.click(button('Guardar', open));
    const { SKU: _sku, Descripción: _description, Categoría: _category, ...numbers } = PRODUCT_MESSAGES;
    for (const wrong of ['-1', '0', '1,5', '12,000', '0.500', 'abc']) {
      for (const [label, message] of Object.entries(numbers)) {
        write(label, '1', open);
        await waitFor(() => expect(field(label, open)).toHaveAccessibleDescription(''));
        write(label, wrong, open);
        await waitFor(() => expect(field(label, open), `${label} ${wrong}`).toHaveAccessibleDescription(message));
      }
    }
    expect(bodiesOf(received, createProduct)).toEqual([]);
  });

  test.each([false, true])(
    'whose SKU is taken shows the error on its field and keeps the rest, strict %s',
    async (strict) => {
      const message = 'Ya tenés un producto con ese SKU';
      const replies: Reply[] = [refuse(createProduct, 422, 'x', [{ field: 'sku', message }])];
      const { user, received } = await openProducts({ products: many(1), replies, strict });
      await user.click(button('Nuevo'));
      const open = await dialog('Nuevo Producto');
      await writeProduct(open, { SKU: 'p-1' });
      await user.click(button('Guardar', open));
      await waitFor(() => expect(field('SKU', open)).toHaveAccessibleDescription(message));
      await waitFor(() => expect(field('SKU', open)).toHaveFocus());
      expect(field('Descripción', open)).toHaveValue('Vela');
      replies[0] = reply(createProduct, CREATED);
      write('SKU', 'VELA', open);
      await user.click(button('Guardar', open));
      await dialogsClosed();
      expect(bodiesOf(received, createProduct).at(-1)).toEqual({
        sku: 'VELA',
        description: 'Vela',
        category: 8,
        value: 18_900,
        length: 30,
        height: 3,
        width: 25,
        weight: 1220,
        active: true,
        // Bar codes are an addition to the specifications.
        ...(!strict && { barcode: '' }),
      });
      await waitFor(() => expect(button('Nuevo')).toHaveFocus());
    },
  );

  test('gets a bar code by a scanner, whose Enter doesn’t save, and shows it in the list', async () => {
    const products = [product(1, 'P-1', { barcode: '7790001001238' })];
    const { user, received } = await openProducts({ products, replies: [reply(updateProduct, CREATED)] });
    expect(rows()[0]).toHaveTextContent('7790001001238');
    await user.click(button('P-1'));
    const open = await dialog('Editar Producto');
    const barcode = field('Código de barras', open);
    expect(barcode).toHaveValue('7790001001238');
    await user.clear(barcode);
    await user.type(barcode, '7790001001239{Enter}');
    await user.click(button('Guardar', open));
    const wrong = 'El código de barras no es válido: revisá el último dígito';
    await waitFor(() => expect(barcode).toHaveAccessibleDescription(expect.stringContaining(wrong)));
    expect(bodiesOf(received, updateProduct)).toEqual([]);
    await user.clear(barcode);
    await user.type(barcode, '036000291452{Enter}');
    expect(open).toBeVisible();
    await user.click(button('Guardar', open));
    await dialogsClosed();
    expect(bodiesOf(received, updateProduct)).toMatchObject([{ sku: 'P-1', barcode: '0036000291452' }]);
  });

  test.each([
    ['a strict gateway', { strict: true }],
    ['a gateway that doesn’t know bar codes yet, and keeps the stored one', { strict: false }],
  ])('has no bar code with %s', async (_, settings) => {
    const products = [product(1, 'P-1')];
    const { user, received } = await openProducts({ products, replies: [reply(updateProduct, CREATED)], ...settings });
    await user.click(button('P-1'));
    const open = await dialog('Editar Producto');
    expect(within(open).queryByLabelText(/Código de barras/)).toBeNull();
    await user.click(button('Guardar', open));
    await dialogsClosed();
    expect(bodiesOf(received, updateProduct)).toEqual([expect.not.objectContaining({ barcode: expect.anything() })]);
  });

  test('stays in its place when it is changed, and is shown first when it is new', async () => {
    const products = many(11);
    const { user, received } = await openProducts({
      products,
      replies: [reply(updateProduct, CREATED), reply(createProduct, CREATED)],
      path: '/productos?page=2',
    });
    await user.click(button('P-11'));
    const edited = await dialog('Editar Producto');
    write('Descripción', 'Vela de soja', edited);
    products[10] = product(11, 'P-11', { description: 'Vela de soja' });
    await user.type(field('Descripción', edited), '{Control>}{Enter}{/Control}');
    await dialogsClosed();
    await waitFor(() => expect(rows()[0]).toHaveTextContent('Vela de soja'));
    await waitFor(() => expect(button('P-11')).toHaveFocus());
    expect(window.location.search).toBe('?page=2');
    expect(bodiesOf(received, updateProduct)).toMatchObject([{ sku: 'P-11', description: 'Vela de soja' }]);

    await user.click(button('Nuevo'));
    await writeProduct(await dialog('Nuevo Producto'), { SKU: 'NUEVA', Descripción: 'Vela nueva' });
    products.unshift(product(12, 'NUEVA', { description: 'Vela nueva' }));
    await user.keyboard('{Control>}{Enter}{/Control}');
    await dialogsClosed();
    await waitFor(() => expect(rows()[0]).toHaveTextContent('Vela nueva'));
    expect(window.location.search).toBe('');
    await waitFor(() => expect(screen.getByText('Productos', { selector: 'h1' })).toHaveFocus());
  });
});

test('a catalogue that couldn’t be loaded shows an error and loads on retry', async () => {
  const replies = [refuse(listProducts, 422, 'x')];
  const { user } = await openProducts({ products: many(2), replies });
  expect(await screen.findByText('Ocurrió un error')).toBeInTheDocument();
  replies.shift();
  await user.click(button('Reintentar'));
  await waitFor(() => expect(rows()).toHaveLength(2));
});

test('on a phone the catalogue is a list of cards, whose names open the products', async () => {
  layOutForPhone();
  const { user } = await openProducts({ products: many(3) });
  const cards = [...document.querySelectorAll('main [aria-label=Productos] li')];
  expect(cards).toHaveLength(3);
  const name = within(cards[0] as HTMLElement).getByText('P-1');
  await user.click(name);
  expect(field('SKU', await dialog('Editar Producto'))).toHaveValue('P-1');
  await user.keyboard('{Escape}');
  await dialogsClosed();
  await waitFor(() => expect(name.closest('button')).toHaveFocus());
});
