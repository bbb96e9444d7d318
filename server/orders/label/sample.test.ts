import { afterAll, beforeAll, expect, test } from 'vitest';
import { testLabel, testLabelZpl } from '#shared/orders/labels.ts';
import { startTestGateway, type TestGateway } from '#test/app/test-gateway.ts';
import { readPdf } from '#test/callers/read-pdf.ts';
import { readZpl, scanZpl } from '#test/callers/read-zpl.ts';
import { labelRoutes } from './label.routes.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway([labelRoutes], { LABEL_DPI: '300', BRAND_NAME: 'Correo del Sur' });
});
afterAll(() => gateway?.stop());

test('a sample label is printed in the client’s print settings, and nothing is recorded', async () => {
  const by = await gateway.addClient();
  const sheets = async () => {
    const { status, bytes } = await gateway.call(testLabel, { by });
    expect(status).toBe(200);
    return (await readPdf(bytes)).pages;
  };
  const [alone] = await sheets();
  expect([alone?.width, alone?.height].map((mm) => Math.round(mm ?? 0))).toEqual([95, 125]);
  expect(alone?.text).toContain('Correo del Sur');
  expect(alone?.text).toContain('Etiqueta de prueba');
  expect(alone?.codes.map(({ text }) => text).sort()).toEqual([
    'PRUEBA00000-1',
    expect.stringContaining('/seguimiento/PRUEBA00000-1'),
  ]);
  await gateway.owner('INSERT INTO print_configs (client_id, labels_per_page) VALUES ($1, 2)', [by.clientId]);
  const [sheet, ...more] = await sheets();
  expect(more).toEqual([]);
  expect(Math.round(sheet?.width ?? 0)).toBe(210);
  expect(sheet?.codes.filter(({ format }) => format === 'Code128')).toHaveLength(2);
  expect(await gateway.owner('SELECT 1 FROM label_deliveries')).toEqual([]);
});

test('a sample label is available as ZPL in the printers’ resolution', async () => {
  const by = await gateway.addClient();
  const { status, headers, bytes } = await gateway.call(testLabelZpl, { by });
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toContain('filename="etiqueta-de-prueba.zpl"');
  const zpl = new TextDecoder().decode(bytes);
  expect(readZpl(zpl)).toHaveLength(1);
  expect(zpl).toContain('^PW1140^LL1500');
  const [codes] = await scanZpl(zpl, { width: 95, height: 125, dotsPerMm: 12 });
  expect(codes?.map(({ format }) => format).sort()).toEqual(['Code128', 'QRCode']);
});
