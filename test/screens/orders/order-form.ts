import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { rate } from '#shared/money/rates.ts';
import { deliveryModes } from '#shared/orders/lookups.ts';
import { listProducts, type Product, productCategories } from '#shared/orders/product/products.ts';
import { type FakeGatewayOptions, type Reply, reply, sampleReply } from '#test/screens/fake-gateway.ts';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';
import { button, field, suggestion, write, writeAll } from '#test/screens/typing.ts';
import { ZIP_TABLE } from './zip-table.ts';

/** Builds a product of the catalogue, in pesos, grams and cm. */
export function product(id: number, sku: string, changes: Partial<Product> = {}): Product {
  const category = { id: '8', name: 'Otros' };
  const figures = { value: 100, weight: 100, length: 10, height: 12, width: 8 };
  return { id, sku, description: 'Pava', category, ...figures, active: true, ...changes };
}

/** Builds a list's reply with all rows on one page. */
const pageOf = <Row>(results: readonly Row[]) => ({
  results: [...results],
  pagination: { page: 1, pages: 1, total: results.length, limit: 9999 },
});

/** A quotation: each package costs the same, and is charged by volume if the volumetric weight is higher. */
const QUOTED = reply(rate, (request) => {
  const { packages } = request.body as {
    packages: { length: number; width: number; height: number; real_weight: number }[];
  };
  const sizes = packages.map(({ length, width, height, real_weight }) => {
    const [grams, volume] = [real_weight * 1000, (length * width * height) / 5];
    const charged_by = grams > volume ? ('peso' as const) : ('volumen' as const);
    return { billed_weight: Math.max(grams, volume), volumetric_weight: volume, charged_by };
  });
  const { results } = sampleReply(rate);
  return { results: { ...results, final_value: 4350.5, packages: sizes } };
});

/** Delivery modes of a sender without fulfillment. */
const MODES = [
  { id: '1', name: 'Entrega a domicilio' },
  { id: '2', name: 'Retiro en punto de entrega' },
];

/** Returns the gateway's replies to the calls of order forms. */
export const orderReplies = (products: readonly Product[] = []): Reply[] => [
  reply(deliveryModes, { results: MODES }),
  reply(listProducts, pageOf(products)),
  reply(productCategories, { results: [{ id: '8', name: 'Otros' }] }),
  QUOTED,
  ...ZIP_TABLE,
];

interface OrderFormOptions extends FakeGatewayOptions {
  /** The catalogue. */
  products?: readonly Product[];
  /** Replies that override the form's. The test may change them later. */
  replies?: Reply[];
}

/** Opens the form of a new order. */
export async function openNewOrder(
  { products, replies = [], ...options }: OrderFormOptions = {},
  stored?: Readonly<Record<string, string>>,
) {
  replies.push(...orderReplies(products));
  const portal = await openPortal('/ordenes/nueva-orden', { ...options, replies }, stored);
  await screen.findByLabelText('Nro. de Orden Interno');
  await loaded(portal.container);
  return portal;
}

/** Returns a shipment's card. */
export function shipment(number: number): HTMLElement {
  const card = document.querySelectorAll<HTMLElement>('[data-shipment]')[number - 1];
  if (!card) throw new Error(`no shipment ${number}`);
  return card;
}

/** Returns the panel with the order's price. */
export const summary = () => document.querySelector<HTMLElement>('aside[aria-label="Resumen de la orden"]');

/** Types a postal code and picks its first locality. */
export async function pickZip(user: UserEvent, code: string, place?: HTMLElement | null): Promise<void> {
  const zip = field('Código postal', place);
  await user.clear(zip);
  await user.paste(code);
  await suggestion(`${code} · `);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(field('Localidad', place)).not.toHaveValue(''));
}

/** Writes everything that an order needs except its shipments. */
export async function fillOrder(user: UserEvent, number = 'A-100'): Promise<void> {
  await pickZip(user, '1425');
  writeAll({
    'Nro. de Orden Interno': number,
    Calle: 'Av. Raúl Scalabrini Ortiz',
    Altura: '1846',
    'Entre calle 1': 'Costa Rica',
    Barrio: 'Palermo Soho',
    Nombre: 'Florencia',
    Apellido: 'Iturralde',
    Documento: '27331480',
    Email: 'flor@example.com',
    Teléfono: '11 5873-2046',
  });
}

/** Writes sizes, weight and value of a shipment. */
export function fillMeasures(number: number, texts: readonly string[] = ['10', '10', '10', '500', '1500']): void {
  for (const [place, label] of ['Largo', 'Ancho', 'Alto', 'Peso', 'Valor'].entries()) {
    write(label, texts[place] ?? '', shipment(number));
  }
}

/** Adds an item to a shipment and picks a product by its SKU. */
export async function addProduct(user: UserEvent, number: number, sku: string): Promise<HTMLElement> {
  const place = shipment(number).querySelectorAll('[role=combobox]').length + 1;
  await user.click(button('Agregar Ítem', shipment(number)));
  const picker = field(`Producto del ítem ${place}`, shipment(number));
  await user.click(picker);
  await user.paste(sku);
  await user.click(await suggestion(sku));
  return picker;
}

/** Returns the back link in the page's header. */
export function backLink(): HTMLElement {
  const links = [...document.querySelectorAll<HTMLElement>('main a')];
  const link = links.find(({ textContent }) => textContent === 'Volver');
  if (!link) throw new Error('no link to the previous screen');
  return link;
}
