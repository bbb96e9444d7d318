import { BULK_COLUMNS, type BulkColumn } from './columns.ts';
import { normalizeHeader } from './normalize-header.ts';

/**
 * Names of the template's columns in shops and spreadsheets, as `normalizeHeader` returns them; the first match counts.
 */
const ALIASES: Readonly<Record<BulkColumn, readonly string[]>> = {
  nro_orden: ['numero_de_orden', 'numero_orden', 'orden', 'pedido', 'nro_pedido', 'numero_de_pedido', 'id', 'order_id'],
  modo_entrega: ['modo_de_entrega', 'tipo_de_entrega', 'modo', 'entrega'],
  nombre: ['nombres', 'nombre_destinatario', 'nombre_del_destinatario', 'first_name', 'destinatario'],
  apellido: ['apellidos', 'apellido_destinatario', 'last_name'],
  documento: ['dni', 'nro_documento', 'numero_de_documento', 'dni_cuit', 'cuit'],
  email: ['mail', 'e_mail', 'correo', 'correo_electronico'],
  telefono: ['tel', 'celular', 'cel', 'telefono_celular', 'phone', 'movil'],
  calle: ['direccion', 'domicilio', 'calle_destino', 'street'],
  altura: ['numero', 'nro', 'numero_de_calle', 'nro_calle', 'altura_destino'],
  piso: ['floor'],
  dpto: ['departamento', 'depto', 'unidad'],
  entre_calle_1: ['entre_calles', 'entre', 'entre_1', 'entre_calle'],
  entre_calle_2: ['y_calle', 'entre_2'],
  cp: ['codigo_postal', 'cod_postal', 'codpostal', 'zip', 'codigo_postal_destino'],
  localidad: ['ciudad', 'city', 'localidad_destino'],
  provincia: ['provincia_destino', 'estado', 'state'],
  barrio: ['neighborhood', 'zona'],
  observaciones: ['observacion', 'notas', 'comentarios', 'referencias', 'nota'],
  envio: ['paquete', 'bulto', 'nro_envio'],
  largo_cm: ['largo', 'profundidad', 'profundidad_cm', 'length'],
  ancho_cm: ['ancho', 'width'],
  alto_cm: ['alto', 'height'],
  peso_g: ['peso', 'peso_kg', 'peso_gramos', 'weight'],
  valor: ['valor_declarado', 'valor_del_contenido', 'total', 'importe', 'precio', 'monto'],
  sku: ['codigo', 'codigo_producto', 'producto', 'articulo'],
  cantidad: ['cant', 'unidades', 'quantity', 'qty'],
};

/** Suggests template columns for the headers of an unknown file, for a person to confirm; each header is used once. */
export function suggestColumns(headers: readonly string[]): Partial<Record<BulkColumn, string>> {
  const free = new Map(headers.map((header) => [normalizeHeader(header), header]));
  const found: Partial<Record<BulkColumn, string>> = {};
  const take = (column: BulkColumn, keys: readonly string[]) => {
    const key = keys.find((name) => free.has(name));
    if (key === undefined || found[column] !== undefined) return;
    found[column] = free.get(key) as string;
    free.delete(key);
  };
  for (const column of BULK_COLUMNS) take(column, [column]);
  for (const column of BULK_COLUMNS) take(column, ALIASES[column]);
  return found;
}
