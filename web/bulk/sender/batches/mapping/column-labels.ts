import type { BulkColumn } from '#shared/bulk/layout/columns.ts';
import type { SplitColumn } from '#shared/bulk/layout/mapping.ts';

/** Labels of the template columns in the column mapping. */
export const COLUMN_LABELS: Record<BulkColumn, string> = {
  nro_orden: 'Nro. de orden',
  modo_entrega: 'Modo de entrega',
  nombre: 'Nombre',
  apellido: 'Apellido',
  documento: 'Documento',
  email: 'Email',
  telefono: 'Teléfono',
  calle: 'Calle',
  altura: 'Altura',
  piso: 'Piso',
  dpto: 'Dpto.',
  entre_calle_1: 'Entre calle 1',
  entre_calle_2: 'Entre calle 2',
  cp: 'Código postal',
  localidad: 'Localidad',
  provincia: 'Provincia',
  barrio: 'Barrio',
  observaciones: 'Observaciones',
  envio: 'Nro. de envío en la orden',
  largo_cm: 'Largo (cm)',
  ancho_cm: 'Ancho (cm)',
  alto_cm: 'Alto (cm)',
  peso_g: 'Peso',
  valor: 'Valor',
  sku: 'SKU',
  cantidad: 'Cantidad',
};

/** Labels of the meanings that a file's column can have. */
export const MEANING_LABELS: Record<BulkColumn | SplitColumn, string> = {
  ...COLUMN_LABELS,
  nombre_completo: 'Nombre completo',
  direccion: 'Dirección completa',
  precio_unitario: 'Precio por unidad',
};
