import type { Locator, Page } from '@playwright/test';
import { expect } from '#test/e2e/fixtures.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';

/** A product to create, in pesos, grams and cm. */
export interface ProductToMake {
  sku: string;
  description: string;
  value: number;
  weight: number;
  length?: number;
  height?: number;
  width?: number;
}

/** Fields of an order's address before its postal code, with typed texts. */
export const STREET = [
  ['Calle', 'Costa Rica'],
  ['Altura', '4321'],
  ['Entre calle 1', 'Gurruchaga'],
] as const;

/** Fields after the postal code: the rest of the address, and the receiver. */
export const RECEIVER = [
  ['Barrio', 'Palermo'],
  ['Nombre', 'Ana'],
  ['Apellido', 'Gómez'],
  ['Documento', '20123456'],
  ['Email', 'ana@example.com'],
  ['Teléfono', '1158732046'],
] as const;

/** Page object of the screen of a new order. */
export class OrderPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<void> {
    await this.page.goto('/ordenes/nueva-orden');
    await this.field('Nro. de Orden Interno').waitFor();
  }

  /** Opens the screen by its link on any other screen. */
  async openByLink(): Promise<void> {
    await this.page.getByRole('link', { name: 'Nueva Orden' }).first().click();
    await this.field('Nro. de Orden Interno').waitFor();
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  shipment(number: number): Locator {
    return this.page.getByRole('region', { name: `Envío ${number}`, exact: true });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  get save(): Locator {
    return this.page.getByRole('button', { name: 'Guardar' });
  }

  get alert(): Locator {
    // Finds an alert by its state: an open dialog hides all other elements from queries by role.
    return this.page.locator('li[data-state="open"]').filter({ hasNotText: 'Ingreso Exitoso' });
  }

  get summary(): Locator {
    return this.page.getByRole('complementary', { name: 'Resumen de la orden' });
  }

  /** Types a postal code and picks its first locality. */
  async pickZip(code: string): Promise<void> {
    await this.field('Código postal').fill(code);
    await this.page.getByRole('option').first().waitFor();
    await this.page.keyboard.press('Enter');
    await expect(this.field('Localidad')).not.toHaveValue('');
  }

  /**
   * Fills all required fields except the shipments.
   * @returns the order's number
   */
  async fillOrder(orderId = uniqueText('E-')): Promise<string> {
    await this.field('Nro. de Orden Interno').fill(orderId);
    await this.fillDestination();
    await this.field('Nombre').fill('Florencia');
    await this.field('Apellido').fill('Iturralde');
    await this.field('Documento').fill('27331480');
    await this.field('Email').fill('flor@example.com');
    await this.field('Teléfono').fill('11 5873-2046');
    return orderId;
  }

  /** Fills the address, or chooses a pickup point where the form asks for one. */
  private async fillDestination(): Promise<void> {
    if ((await this.field('Calle').count()) === 0) return this.choosePoint('1425');
    await this.field('Calle').fill('Av. Raúl Scalabrini Ortiz');
    await this.field('Altura').fill('1846');
    await this.field('Entre calle 1').fill('Costa Rica');
    await this.pickZip('1425');
    await this.field('Barrio').fill('Palermo Soho');
  }

  /** Chooses the first pickup point near a postal code, by keyboard alone. */
  async choosePoint(zip: string): Promise<void> {
    await this.field('Código postal').fill(zip);
    const points = this.page.getByRole('group', { name: `cerca del ${zip}` });
    await expect(points.getByRole('radio').first()).toBeVisible();
    await this.page.keyboard.press('Tab');
    await expect(points.getByRole('radio').first()).toBeFocused();
    await this.page.keyboard.press('Space');
    await expect(points.getByRole('radio').first()).toBeChecked();
  }

  async fillMeasures(number: number, [length, width, height, weight, value]: readonly string[]): Promise<void> {
    const shipment = this.shipment(number);
    await shipment.getByLabel('Largo').fill(length ?? '');
    await shipment.getByLabel('Ancho').fill(width ?? '');
    await shipment.getByLabel('Alto').fill(height ?? '');
    await shipment.getByLabel('Peso').fill(weight ?? '');
    await shipment.getByLabel('Valor').fill(value ?? '');
  }

  /** Adds an item to a shipment and picks a product by its SKU. */
  async addProduct(number: number, sku: string, quantity = '1'): Promise<void> {
    const shipment = this.shipment(number);
    const place = (await shipment.getByLabel(/^Producto del ítem/).count()) + 1;
    await shipment.getByRole('button', { name: 'Agregar Ítem' }).click();
    const picker = shipment.getByLabel(`Producto del ítem ${place}`);
    await picker.fill(sku);
    await this.page.getByRole('option', { name: sku }).first().click();
    await expect(picker).toHaveValue(new RegExp(`^${sku} · `));
    await shipment.getByLabel(`Cantidad del ítem ${place}`).fill(quantity);
  }

  /** Creates a product by the API, in the page's session. */
  async makeProduct(product: ProductToMake): Promise<void> {
    const token = await this.page.evaluate(() => window.localStorage.getItem('token'));
    const answer = await this.page.request.post('/api/v1/client/product/', {
      headers: { authorization: `Bearer ${token}` },
      data: { category: '1', length: 10, height: 12, width: 8, active: true, ...product },
    });
    expect(answer.status(), await answer.text()).toBeLessThan(300);
  }

  /** Returns the gateway's list of the client's orders with this number. */
  async ordersNumbered(orderId: string): Promise<unknown[]> {
    const token = await this.page.evaluate(() => window.localStorage.getItem('token'));
    const answer = await this.page.request.get('/api/v1/client/order/', {
      headers: { authorization: `Bearer ${token}` },
      params: { 'filter[order]': orderId },
    });
    return ((await answer.json()) as { results: unknown[] }).results;
  }
}
