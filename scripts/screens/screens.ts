import type { Page } from '@playwright/test';

/** A screen as it can be looked at: its name in Spanish, and where it is. */
export interface Screen {
  name: string;
  path: string;
  /** Whether it is shown to who isn't logged in. */
  open?: boolean;
}

/** Every screen of the route table, with what the demonstration's richest account has to show on it. */
export async function screensOf(page: Page): Promise<Screen[]> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const headers = { authorization: `Bearer ${token}` };
  const first = async <R>(path: string): Promise<R> => {
    const answer = await page.request.get(`/api${path}`, { headers });
    return (await answer.json()).results[0];
  };
  const order = await first<{ tracking_id: string }>('/v1/client/order/?limit=10&filter[delivery_mode]=1');
  const editable = await first<{ tracking_id: string }>('/v1/client/order/?filter[state]=por_imprimir&limit=10');
  const shipment = await first<{ id: number; shipment_id: string }>('/v1/client/shipping/?limit=10');
  const batch = await first<{ id: number } | undefined>('/v1/client/lote_order/?limit=10');
  const warehouse = await page.request.post('/api/service/FulFillmentEcommercePedidos', {
    headers,
    data: {
      logonName: '',
      referencia: '',
      destino: '',
      estado: '',
      fechaDesde: '',
      fechaHasta: '',
      page: 1,
      pageSize: 10,
    },
  });
  const [{ pedidos }] = (await warehouse.json()).data as [{ pedidos: { referencia: string }[] }];
  return [
    { name: 'ingreso', path: '/login', open: true },
    { name: 'recuperar', path: '/password-reset-request', open: true },
    { name: 'estadisticas', path: '/estadisticas' },
    { name: 'ordenes', path: '/ordenes' },
    { name: 'orden-nueva', path: '/ordenes/nueva-orden' },
    { name: 'orden', path: `/ordenes/detalle/${order.tracking_id}` },
    { name: 'orden-editar', path: `/ordenes/editar/${editable.tracking_id}` },
    { name: 'envios', path: '/envios' },
    { name: 'envio', path: `/envios/detalle/${shipment.id}/${shipment.shipment_id}` },
    { name: 'carga-masiva', path: '/carga-masiva' },
    ...(batch ? [{ name: 'carga-masiva-detalle', path: `/carga-masiva/detalle/${batch.id}` }] : []),
    { name: 'logistica-inversa', path: '/logistica-inversa' },
    { name: 'logistica-inversa-nueva', path: '/logistica-inversa/nueva-orden' },
    { name: 'productos', path: '/productos' },
    { name: 'calculadora', path: '/calculadora' },
    { name: 'pagos', path: '/pagos' },
    { name: 'stock', path: '/stock' },
    { name: 'fulfillment', path: '/fulfillment' },
    ...pedidos
      .slice(0, 1)
      .map(({ referencia }) => ({ name: 'fulfillment-detalle', path: `/fulfillment/detalle/${referencia}` })),
    { name: 'cuenta', path: '/usuario' },
    { name: 'seguimiento', path: `/seguimiento/${order.tracking_id}`, open: true },
  ];
}

/** Logs in as the demonstration's richest account. */
export async function logIn(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Usuario').fill('demo');
  await page.getByLabel('Contraseña', { exact: true }).fill('portal2026');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL('**/estadisticas');
}

/** Waits until a page shows what it has, and nothing stands in for it any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(300);
}
